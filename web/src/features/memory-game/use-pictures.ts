import type { game } from '@larksong/contracts';
import { useEffect, useState } from 'react';

import { toPictureAddress } from '../../lib/game-media.ts';
import { createPictures } from './pictures.ts';

/** The pictures of the game, as long as it is shown. */
export function usePictures() {
  const [pictures] = useState(createPictures);
  useEffect(() => () => pictures.release(), [pictures]);
  return {
    /** Fetches the pictures that these cards show; as `Pictures.load`. */
    load: (items: readonly game.Item[]) =>
      pictures.load(items.filter(showsPicture).map((item) => toPictureAddress(item))),
    /** What an `<img>` takes; null for a card that shows no picture. */
    sourceOf: (item: game.Item) => (showsPicture(item) ? pictures.sourceOf(toPictureAddress(item)) : null),
  };
}

function showsPicture({ type, hasPicture }: game.Item): boolean {
  return type === 'image' && hasPicture;
}
