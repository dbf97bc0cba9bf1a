/** Longest name, in code points: with its extension it fits into a file name of 255 bytes in every script. */
export const NAME_MAX_LENGTH = 60;

/** What the person reads who gave a name that cannot be kept. */
export const NAME_SENTENCES = {
  missing: 'Enter a name',
  tooLong: `A name has at most ${NAME_MAX_LENGTH} characters`,
  invisible: 'A name cannot contain line breaks or other invisible control characters',
  sign: 'A name cannot contain any of / \\ : * ? " < > | %',
  dot: 'A name cannot begin or end with a dot',
} as const;

/** Control characters, halves of characters, separators of lines, and marks that turn the direction of text around. */
const INVISIBLE = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069\ufeff]/u;

/** What some file system gives a meaning to, and the sign of escapes, which no address carries twice. */
const SIGN = /[/\\:*?"<>|%]/;

export type NameResult = { name: string } | { problem: string };

/**
 * The name as it is kept: trimmed, composed (NFC), and fit to be a file's name in any script; emoji are welcome.
 * Giving it a result again changes nothing.
 */
export function toName(text: string): NameResult {
  const name = text.trim().normalize('NFC');
  const problem = findNameProblem(name);
  return problem === undefined ? { name } : { problem };
}

function findNameProblem(name: string): string | undefined {
  if (name === '') return NAME_SENTENCES.missing;
  if (Array.from(name).length > NAME_MAX_LENGTH) return NAME_SENTENCES.tooLong;
  if (INVISIBLE.test(name)) return NAME_SENTENCES.invisible;
  if (SIGN.test(name)) return NAME_SENTENCES.sign;
  return name.startsWith('.') || name.endsWith('.') ? NAME_SENTENCES.dot : undefined;
}

/** Whether a text is a name as it is kept, so that it can stand in the path of a file. */
export function isName(text: string): boolean {
  const result = toName(text);
  return 'name' in result && result.name === text;
}
