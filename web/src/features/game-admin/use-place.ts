import type { Language } from '@larksong/contracts';
import { useSearchParams } from 'react-router';

import { parsePack, toPack, type FurtherPack } from '../../parts/game-cards/packs.ts';

/** The pack and the letter that are edited, which are in the address. */
interface AdminPlace {
  pack: FurtherPack;
  letter: string | null;
  choose: (letter: string | null) => void;
  choosePack: (language: Language) => void;
}

/** Returns the pack and the selected letter of the address, and how to choose others. */
export function usePlace(): AdminPlace {
  const [search, setSearch] = useSearchParams();
  const pack = parsePack(search.get('pack'));
  const go = (next: { pack: FurtherPack; letter: string | null }) => {
    const place = new URLSearchParams();
    if (next.pack !== undefined) place.set('pack', next.pack);
    if (next.letter !== null) place.set('letter', next.letter);
    setSearch(place, { preventScrollReset: true });
  };
  return {
    pack,
    letter: search.get('letter'),
    choose: (letter) => go({ pack, letter }),
    choosePack: (language) => go({ pack: toPack(language), letter: null }),
  };
}
