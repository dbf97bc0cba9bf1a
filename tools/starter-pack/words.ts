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

/** The words of each further language by letter, each with the word of the English pack whose picture shows it. */
type FurtherWords = Record<string, Record<string, Record<string, string>>>;

/** A pack in a further language: its words are not spoken. */
interface FurtherPack {
  letters: { letter: string; items: Omit<PackItem, 'sound'>[] }[];
}

/** Returns the packs in further languages, without sounds, by language. Throws if the pack has no such picture. */
export function toFurtherPacks(words: Word[]): Map<string, FurtherPack> {
  const text = readFileSync(join(import.meta.dirname, 'further-words.json'), 'utf8');
  const pictures = new Set(words.map(({ word }) => word));
  const toFurtherItem = ([name, picture]: [string, string]) => {
    if (!pictures.has(picture)) throw new Error(`"${name}" has no picture: "${picture}"`);
    return { name, picture: `pictures/${picture}.png` };
  };
  const packs = Object.entries(JSON.parse(text) as FurtherWords).map(([language, letters]) => {
    const listed = Object.entries(letters).map(([letter, items]) => ({
      letter,
      items: Object.entries(items).map(toFurtherItem),
    }));
    return [language, { letters: listed }] as const;
  });
  return new Map(packs);
}
