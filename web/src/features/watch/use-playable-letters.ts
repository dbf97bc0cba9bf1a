import { game } from '@larksong/contracts';

import { useCall } from '../../api/queries.ts';
import { hueOf, type Hue } from '../../parts/game-cards/letter-card.ts';

/** A letter for which the game can deal a board, in the hue that it has among all letters. */
export interface PlayableLetter {
  letter: string;
  hue: Hue;
}

/** Returns those letters that the game can deal, in its order; undefined until they are known. */
export function usePlayableLetters(letters: readonly string[]): PlayableLetter[] | undefined {
  const { data, isPending } = useCall(game.listCategories, {});
  if (isPending) return undefined;
  return (data?.categories ?? []).flatMap(({ letter, pairCount }, index) =>
    pairCount > 0 && letters.includes(letter) ? [{ letter, hue: hueOf(index) }] : [],
  );
}
