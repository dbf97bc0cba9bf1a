import { game, isBlank } from '@larksong/contracts';

/** Longest name, in code points: with its extension it fits into a file name of 255 bytes in every script. */
const NAME_MAX_LENGTH = 60;

/** What the person reads who gave a name that cannot be kept. */
export const NAME_SENTENCES = {
  missing: 'Enter a name',
  tooLong: `A name has at most ${NAME_MAX_LENGTH} characters`,
  invisible: 'A name cannot contain line breaks or other invisible control characters',
  sign: 'A name cannot contain any of / \\ : * ? " < > | %',
  dot: 'A name cannot begin or end with a dot',
  device: 'A name cannot be CON, PRN, AUX, NUL, COM0 to COM9 or LPT0 to LPT9, which are devices on Windows',
} as const;

/** Control characters, halves of characters, separators of lines, and marks that turn the direction of text around. */
const INVISIBLE = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069\ufeff]/u;

/** What some file system gives a meaning to, and the sign of escapes, which no address carries twice. */
const SIGN = /[/\\:*?"<>|%]/;

/** Names that Windows keeps for its devices, also with an ending. */
const DEVICE = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9¹²³]) *(?:\.|$)/i;

type NameResult = { name: string } | { problem: string };

/**
 * The name as it is kept: trimmed, composed (NFC), fit to be a file's name in any script, and such that two names look
 * different: what is not seen is left out, and any space is a single plain one. Emoji are welcome. Giving it a result
 * again changes nothing.
 */
export function toName(text: string): NameResult {
  const trimmed = text.trim();
  if (INVISIBLE.test(trimmed)) return { problem: NAME_SENTENCES.invisible };
  const name = game
    .dropUnseen(trimmed)
    .replaceAll(/\p{Zs}+/gu, ' ')
    .trim();
  if (isBlank(name)) return { problem: NAME_SENTENCES.missing };
  const problem = findFileProblem(name) ?? (DEVICE.test(name) ? NAME_SENTENCES.device : undefined);
  return problem === undefined ? { name } : { problem };
}

/** Whether a text can stand in the path of a file; names that were kept under older rules can as well. */
export function isFileName(text: string): boolean {
  return text !== '' && text === text.trim().normalize('NFC') && findFileProblem(text) === undefined;
}

function findFileProblem(name: string): string | undefined {
  if (Array.from(name).length > NAME_MAX_LENGTH) return NAME_SENTENCES.tooLong;
  if (INVISIBLE.test(name)) return NAME_SENTENCES.invisible;
  if (SIGN.test(name)) return NAME_SENTENCES.sign;
  return name.startsWith('.') || name.endsWith('.') ? NAME_SENTENCES.dot : undefined;
}
