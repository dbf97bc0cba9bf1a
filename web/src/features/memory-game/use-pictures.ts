import type { game } from '@larksong/contracts';
import { useEffect, useState } from 'react';

import { toPictureAddress } from '../../lib/game-media.ts';
import { createPictures } from './pictures.ts';

/** Returns the pictures of the game, released on unmount. */
export function usePictures() {
  const [pictures] = useState(createPictures);
  useEffect(() => () => pictures.release(), [pictures]);
  return {
    /** Fetches the pictures on these cards; see `Pictures.load`. */
    load: (items: readonly game.Item[]) =>
      pictures.load(items.filter(showsPicture).map((item) => toPictureAddress(item))),
    /** Returns the `src` of a card's picture; null for a card without one. */
    sourceOf: (item: game.Item) => (showsPicture(item) ? pictures.sourceOf(toPictureAddress(item)) : null),
  };
}

function showsPicture({ type, hasPicture }: game.Item): boolean {
  return type === 'image' && hasPicture;
}
