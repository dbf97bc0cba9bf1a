import type { Item } from '@larksong/contracts';
import { useEffect, useState } from 'react';

import { toPictureAddress } from './media.ts';
import { createPictures } from './pictures.ts';

/** The pictures of the game, as long as it is shown. */
export function usePictures() {
  const [pictures] = useState(createPictures);
  useEffect(() => () => pictures.release(), [pictures]);
  return {
    load: (items: readonly Item[]) =>
      pictures.load(items.filter(({ hasPicture }) => hasPicture).map(toPictureAddress)),
    /** What an `<img>` takes; null for a card without a picture. */
    sourceOf: (item: Item) => (item.hasPicture ? pictures.sourceOf(toPictureAddress(item)) : null),
  };
}
