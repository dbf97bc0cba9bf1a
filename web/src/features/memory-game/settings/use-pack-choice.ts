import { game, type Language } from '@larksong/contracts';
import { useState } from 'react';

import { useCall } from '../../../api/queries.ts';
import { toPack, toPackInput } from '../../../parts/game-cards/packs.ts';
import { keepKnown } from '../letters/letters.ts';
import { toStartingChoice, type Offer } from '../letters/starting-choice.ts';
import { ofPack } from '../preferences/pack-preferences.ts';
import { loadPreferences } from '../preferences/preferences.ts';
import type { Choice } from '../rules/dealer.ts';

/**
 * Lets the dialog show the letters of another pack than the one that is played. The letters chosen in it are those of the
 * last time. `offer` is undefined while it is loading.
 */
export function usePackChoice(played: Offer, choice: Choice) {
  const packs = useCall(game.listPacks, {}).data?.packs ?? [];
  const [pack, setPack] = useState(played.pack);
  const [letters, setLetters] = useState<readonly string[]>();
  const isPlayed = pack === played.pack;
  const other = useCall(game.listCategories, toPackInput(pack), { enabled: !isPlayed });
  const offer: Offer | undefined = isPlayed ? played : other.data && { ...other.data, pack };
  const chosen = letters ?? (offer ? findLetters(offer, isPlayed ? choice.letters : undefined) : []);
  return {
    /** Several, or none to choose from. */
    languages: packs.length > 1 ? packs.map(({ language }) => language) : [],
    language: pack ?? game.OWN_PACK,
    pack,
    letters: chosen,
    /** The buttons of the letters. */
    buttons: {
      all: (offer?.categories ?? []).map(({ letter }) => letter),
      lang: pack,
      chosen,
      // In alphabetical order, whatever was pressed first.
      onChange: (next: readonly string[]) => setLetters(keepKnown(offer?.categories ?? [], next)),
    },
    toChoice: (grid: game.Grid): Choice => ({
      letters: chosen,
      grid,
      ...(pack === undefined ? {} : { pack }),
    }),
    choose: (language: Language) => {
      setPack(toPack(language));
      setLetters(undefined);
    },
  };
}

function findLetters(offer: Offer, played: readonly string[] | undefined): readonly string[] {
  if (played) return keepKnown(offer.categories, played);
  const preferences = loadPreferences();
  return toStartingChoice(offer, null, { ...preferences, letters: ofPack(preferences, offer.pack).letters })
    .letters;
}
