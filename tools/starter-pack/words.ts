import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A word of the pack, as `words.json` has it. `noto` is its picture's name in the icon set. */
export interface Word {
  letter: string;
  word: string;
  noto: string;
  /** The intended pronunciation, against which `compare-voices.ts` measures the voices. */
  ipa: string;
}

/** An item of `pack.json`; paths are relative to the folder of the pack. */
export interface PackItem {
  name: string;
  picture: string;
  sound: string;
}

export interface Pack {
  letters: { letter: string; items: PackItem[] }[];
}

/** Returns the words of the pack in order, trimmed. Throws if one cannot be a file name. */
export function readWords(): Word[] {
  const text = readFileSync(join(import.meta.dirname, 'words.json'), 'utf8');
  // The file is our own; the build's requirements are checked below.
  const words = (JSON.parse(text) as Word[]).map((entry) => ({ ...entry, word: entry.word.trim() }));
  for (const { letter, word } of words) {
    if (!/^[A-Z]$/.test(letter)) throw new Error(`"${letter}" is not a letter from A to Z`);
    if (!/^[A-Za-z]+(?:[ -][A-Za-z]+)*$/.test(word)) throw new Error(`"${word}" cannot name a file`);
  }
  return words;
}

/** Returns the list that the game loads: letters and items in the order of the words. */
export function toPack(words: Word[]): Pack {
  const letters = [...new Set(words.map(({ letter }) => letter))];
  return {
    letters: letters.map((letter) => ({
      letter,
      items: words.filter((word) => word.letter === letter).map(({ word }) => toItem(word)),
    })),
  };
}

function toItem(word: string): PackItem {
  return { name: word, picture: `pictures/${word}.png`, sound: `sounds/${word}.mp3` };
}
