import type { game } from '@larksong/contracts';

import type { Choice } from './dealer.ts';
import { chooseLetters, parseLetters } from './letters.ts';
import type { GamePreferences } from './preferences.ts';

/** What can be played with: letters that have cards, and grids. */
export interface Offer {
  categories: readonly game.Category[];
  grids: readonly game.Grid[];
}

/** What a visit starts with: the letters of `chooseLetters`, the last grid if it is still offered, else the first. */
export function toStartingChoice(
  { categories, grids }: Offer,
  linkedLetters: string | null,
  last: Pick<GamePreferences, 'letters' | 'grid'>,
): Choice {
  return {
    letters: chooseLetters(categories, { link: parseLetters(linkedLetters), last: last.letters }),
    grid: grids.find((grid) => grid === last.grid) ?? grids[0] ?? '2x2',
  };
}
