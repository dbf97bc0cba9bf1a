import type { game } from '@larksong/contracts';

import type { FurtherPack } from '../../parts/game-cards/packs.ts';

/** The choice of sheets and paper. */
export const KINDS = ['cards', 'sheets'] as const;
export type Kind = (typeof KINDS)[number];
export const PAPERS = ['a4', 'letter'] as const;
export type Paper = (typeof PAPERS)[number];

export interface Word {
  letter: string;
  name: string;
  hasPicture: boolean;
  pack?: FurtherPack;
}

/** A memory card: the letter with a small picture, or the picture with the word. */
export interface PrintedCard extends Word {
  face: 'letter' | 'picture';
}

/** Cards on a page: three columns of four. */
export const CARDS_PER_PAGE = 12;
/** Words on the page of a letter, in addition to the letter itself. */
export const WORDS_PER_SHEET = 9;

/** Returns the pages of memory cards, two cards for each word, side by side. */
export function toCardPages(letters: readonly game.LetterWords[], pack?: FurtherPack): PrintedCard[][] {
  const of = pack === undefined ? {} : { pack };
  const cards = letters.flatMap(({ letter, words }) =>
    words.flatMap((word): PrintedCard[] => [
      { ...word, ...of, letter, face: 'letter' },
      { ...word, ...of, letter, face: 'picture' },
    ]),
  );
  return chunk(cards, CARDS_PER_PAGE);
}

export interface LetterSheet {
  letter: string;
  pack?: FurtherPack;
  words: Word[];
}

/** Returns the pages of letters, one for each letter, or several if it has many words. */
export function toLetterSheets(letters: readonly game.LetterWords[], pack?: FurtherPack): LetterSheet[] {
  const of = pack === undefined ? {} : { pack };
  return letters.flatMap(({ letter, words }) =>
    chunk(words, WORDS_PER_SHEET).map((some) => ({
      ...of,
      letter,
      words: some.map((word) => ({ ...word, ...of, letter })),
    })),
  );
}

function chunk<Value>(values: readonly Value[], size: number): Value[][] {
  return Array.from({ length: Math.ceil(values.length / size) }, (_, index) =>
    values.slice(index * size, (index + 1) * size),
  );
}

/** Time zones of the Americas in countries that print on A4. */
const A4_ZONES =
  /^America\/(?:Araguaina|Argentina|Asuncion|Bahia|Belem|Boa_Vista|Buenos_Aires|Campo_Grande|Cayenne|Cuiaba|Fortaleza|Guayaquil|Guyana|La_Paz|Lima|Maceio|Manaus|Montevideo|Nuuk|Paramaribo|Porto_Velho|Recife|Rio_Branco|Santarem|Sao_Paulo)\b/;
/** Time zones elsewhere in countries that print on Letter. */
const LETTER_ZONES = /^(?:Asia\/Manila|Pacific\/(?:Guam|Honolulu))$/;

/**
 * Returns the paper of a fresh visit: Letter where it is customary, otherwise A4. The time zone says where the printer
 * is; the language is asked only if the zone names no place, since many browsers are in American English everywhere.
 */
export function guessPaper({ language, timeZone }: { language: string; timeZone: string }): Paper {
  if (!timeZone.includes('/') || timeZone.startsWith('Etc/'))
    return /^(en-(US|CA)|es-MX|fr-CA)\b/i.test(language) ? 'letter' : 'a4';
  const isAmerican = timeZone.startsWith('America/') && !A4_ZONES.test(timeZone);
  return isAmerican || LETTER_ZONES.test(timeZone) ? 'letter' : 'a4';
}
