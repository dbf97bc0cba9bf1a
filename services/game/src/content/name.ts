import {
  DEFAULT_LANGUAGE,
  type Explanation,
  type Language,
  because,
  game,
  isBlank,
} from '@larksong/contracts';

/** Maximum length in code points: with its extension, the name fits into a file name of 255 bytes in every script. */
const NAME_MAX_LENGTH = 60;

/** What may be wrong with a name. */
export const NAME_PROBLEMS = {
  missing: because('name.missing'),
  tooLong: because('name.too-long', { maximum: NAME_MAX_LENGTH }),
  invisible: because('name.invisible'),
  sign: because('name.sign'),
  dot: because('name.dot'),
  device: because('name.device'),
};

/** Control characters, surrogate halves, line separators, and marks that change the direction of text. */
const INVISIBLE = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069\ufeff]/u;

/** Characters with a meaning in some file system, and the percent sign, which would be encoded twice in a URL. */
const SIGN = /[/\\:*?"<>|%]/;

/** Names that Windows reserves for its devices, with or without an extension. */
const DEVICE = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9¹²³]) *(?:\.|$)/i;

type NameResult = { name: string } | { problem: Explanation };

/**
 * Returns the stored form of a name: trimmed, composed (NFC), valid as a file name in any script, and such that two
 * different names look different. Removes invisible characters and turns any space into a single plain one. Emoji are
 * allowed. The function is idempotent.
 */
export function toName(text: string): NameResult {
  const trimmed = text.trim();
  if (INVISIBLE.test(trimmed)) return { problem: NAME_PROBLEMS.invisible };
  const name = game
    .dropUnseen(trimmed)
    .replaceAll(/\p{Zs}+/gu, ' ')
    .trim();
  if (isBlank(name)) return { problem: NAME_PROBLEMS.missing };
  const problem = findFileProblem(name) ?? (DEVICE.test(name) ? NAME_PROBLEMS.device : undefined);
  return problem === undefined ? { name } : { problem };
}

/** Returns whether a text can be part of a file path, as names stored under older rules can. */
export function isFileName(text: string): boolean {
  return text !== '' && text === text.trim().normalize('NFC') && findFileProblem(text) === undefined;
}

function findFileProblem(name: string): Explanation | undefined {
  if (Array.from(name).length > NAME_MAX_LENGTH) return NAME_PROBLEMS.tooLong;
  if (INVISIBLE.test(name)) return NAME_PROBLEMS.invisible;
  if (SIGN.test(name)) return NAME_PROBLEMS.sign;
  return name.startsWith('.') || name.endsWith('.') ? NAME_PROBLEMS.dot : undefined;
}

const collators = new Map<Language, Intl.Collator>();

/** Returns how to compare names in the reading order of a language. */
export function compareNamesIn(language: Language): (a: string, b: string) => number {
  const collator = collators.get(language) ?? new Intl.Collator(language, { numeric: true });
  collators.set(language, collator);
  return (a, b) => collator.compare(a, b) || compareTexts(a, b);
}

/** Compares names in reading order. */
export const compareNames = compareNamesIn(DEFAULT_LANGUAGE);

/** Compares texts by code units, which is the same everywhere. */
export function compareTexts(a: string, b: string): number {
  return a === b ? 0 : a < b ? -1 : 1;
}
