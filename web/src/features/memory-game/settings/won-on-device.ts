import type { FurtherPack } from '../../../parts/game-cards/packs.ts';
import { parseWonLetters } from '../letters/won-letters.ts';
import { ofPack } from '../preferences/pack-preferences.ts';
import { loadPreferences, savePreferences, type GamePreferences } from '../preferences/preferences.ts';

/** Returns the packs of which something is stored, the site's own first. */
function listPacks({ packs }: GamePreferences): FurtherPack[] {
  return [undefined, ...(Object.keys(packs) as NonNullable<FurtherPack>[])]; // others are never read
}

/** Returns how many letters were won on this device, in all packs. */
export function countWonLetters(preferences: GamePreferences): number {
  const all = listPacks(preferences).map((pack) => parseWonLetters(ofPack(preferences, pack).won));
  return all.reduce((sum, won) => sum + Object.keys(won).length, 0);
}

/** Forgets the letters won in all packs; the next child is invited again. */
export function forgetWonLetters(): void {
  const preferences = loadPreferences();
  const packs = Object.fromEntries(
    listPacks(preferences).flatMap((pack) =>
      pack === undefined ? [] : [[pack, { ...ofPack(preferences, pack), won: undefined }]],
    ),
  );
  savePreferences({ won: undefined, hasPlayed: false, packs });
}
