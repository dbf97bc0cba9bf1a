import type { game } from '@larksong/contracts';

import type { FurtherPack } from '../../../parts/game-cards/packs.ts';
import type { Choice } from '../rules/dealer.ts';
import { chooseLetters, parseLetters } from './letters.ts';
import type { GamePreferences } from '../preferences/preferences.ts';

/** The letters that have cards, and the grids that players can choose. */
export interface Offer {
  categories: readonly game.Category[];
  grids: readonly game.Grid[];
  pack?: FurtherPack;
}

/**
 * Returns the choice at the start of a visit: the letters of `chooseLetters`, and the last grid if it is still offered,
 * otherwise the first.
 */
export function toStartingChoice(
  { categories, grids, pack }: Offer,
  linkedLetters: string | null,
  last: Pick<GamePreferences, 'letters' | 'grid'>,
): Choice {
  return {
    letters: chooseLetters(categories, { link: parseLetters(linkedLetters, pack), last: last.letters }),
    grid: grids.find((grid) => grid === last.grid) ?? grids[0] ?? '2x2',
    ...(pack === undefined ? {} : { pack }),
  };
}
