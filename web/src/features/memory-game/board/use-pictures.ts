import type { game } from '@larksong/contracts';
import { useEffect, useState } from 'react';

import { toPictureAddress } from '../../../parts/game-cards/game-media.ts';
import type { Board } from '../rules/board.ts';
import { isLetterWithPicture } from '../rules/faces.ts';
import { createPictures } from './pictures.ts';

/** Returns the pictures of the game, released on unmount. */
export function usePictures() {
  const [pictures] = useState(createPictures);
  useEffect(() => () => pictures.release(), [pictures]);
  return {
    /** Fetches the pictures on these cards; see `Pictures.load`. */
    load: (items: readonly game.DealtItem[]) =>
      pictures.load(items.filter(({ hasPicture }) => hasPicture).map((item) => toPictureAddress(item))),
    /** Returns the `src` of a card's picture on a board; null for a card without one. */
    sourceOf: (board: Board, item: game.DealtItem) =>
      item.hasPicture && (item.type === 'image' || isLetterWithPicture(board, item))
        ? pictures.sourceOf(toPictureAddress(item))
        : null,
  };
}
