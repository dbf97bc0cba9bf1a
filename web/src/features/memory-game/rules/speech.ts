import type { game } from '@larksong/contracts';

import { toLetterSoundAddress, toSoundAddress } from '../../../parts/game-cards/game-media.ts';
import { PAUSE_MS, type Verdict } from './rules.ts';

/** The speech of the cards, as chosen in the settings: `both` is the letter and the word. */
export const SPEECHES = ['both', 'word', 'letter'] as const;
export type Speech = (typeof SPEECHES)[number];

/** The silence between a letter and its word: "A … avocado". */
export const LETTER_PAUSE_SECONDS = 0.2;

/** Returns the addresses of the sounds that a card says in turn. The second card of a turn does not repeat a letter. */
export function listSpoken(
  item: game.DealtItem,
  { speech, isSecond }: { speech: Speech; isSecond: boolean },
): string[] {
  const letter = item.hasLetterSound === true ? [toLetterSoundAddress(item.letter, { pack: item.pack })] : [];
  const word = item.hasSound ? [toSoundAddress(item)] : [];
  if (speech === 'letter') return letter;
  return speech === 'word' || isSecond ? word : [...letter, ...word];
}

/** Returns whether a card would say its word, if the word had a sound. */
export function lacksWord(item: game.DealtItem, speech: Speech): boolean {
  return speech !== 'letter' && !item.hasSound;
}

/**
 * Returns the text that the device's voice says after the sounds of a card; undefined if nothing is missing. Letters of
 * further packs have no sounds unless somebody has recorded them, so the voice says them, too.
 */
export function toUttered(
  item: game.DealtItem,
  { speech, isSecond }: { speech: Speech; isSecond: boolean },
): string | undefined {
  const saysLetter = item.pack !== undefined && speech !== 'word' && !(isSecond && speech === 'both');
  const lacksLetter = saysLetter && item.hasLetterSound !== true;
  if (!lacksWord(item, speech)) return lacksLetter && speech === 'letter' ? item.letter : undefined;
  return lacksLetter ? `${item.letter}. ${item.name}` : item.name;
}

/** Returns when each of these clips starts, and when the last one ends, in seconds from the start of the first. */
export function scheduleClips(durations: readonly number[]): { starts: number[]; endSeconds: number } {
  let at = 0;
  const starts = durations.map((duration, index) => {
    const start = index === 0 ? 0 : at + LETTER_PAUSE_SECONDS;
    at = start + duration;
    return start;
  });
  return { starts, endSeconds: at };
}

/**
 * Returns for how long two open cards are shown, in milliseconds: a pair for the specification's time, others until the
 * word that is spoken meanwhile has ended.
 */
export function toPauseMs(verdict: Verdict, speechLeftMs: number): number {
  return verdict === 'match' ? PAUSE_MS.match : Math.max(PAUSE_MS.miss, speechLeftMs);
}
