import type { FurtherPack } from '../../../parts/game-cards/packs.ts';
import type { Choice } from '../rules/dealer.ts';
import { loadPreferences, savePreferences, type GamePreferences } from './preferences.ts';

type OfPack = Pick<GamePreferences, 'letters' | 'won'>;

/** Returns the letters that were last chosen in a pack, and those that were won. */
export function ofPack({ letters, won, packs }: GamePreferences, pack: FurtherPack): OfPack {
  if (pack === undefined) return { letters, won };
  const kept: unknown = packs[pack];
  const own: Partial<Record<string, unknown>> = typeof kept === 'object' && kept !== null ? kept : {};
  return {
    letters: Array.isArray(own.letters) ? own.letters.filter((letter) => typeof letter === 'string') : [],
    won: own.won,
  };
}

/** Stores the letters, the grid and the pack that are played from now on. */
export function saveChoice({ letters, grid, pack }: Choice): void {
  saveOfPack(pack, { letters });
  savePreferences({ grid, pack });
}

/** Stores changed settings of a pack and keeps the others. */
export function saveOfPack(pack: FurtherPack, changes: Partial<OfPack>): void {
  const preferences = loadPreferences();
  if (pack === undefined) savePreferences(changes);
  else
    savePreferences({
      packs: { ...preferences.packs, [pack]: { ...ofPack(preferences, pack), ...changes } },
    });
}
