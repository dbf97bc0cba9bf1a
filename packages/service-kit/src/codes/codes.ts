import { randomBytes, randomInt } from 'node:crypto';

/** `link`: of the link itself, with 80 bits. `spoken`: for the board, six characters. */
export type CodeKind = 'link' | 'spoken';

/** A code as it is hashed: in lower case, without dashes. */
export interface Code {
  kind: CodeKind;
  text: string;
}

/** Base 32 without i, l, o and u (Crockford): 16 of them have 80 bits. */
const LINK_ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const LINK_LENGTH = 16;
/**
 * Of characters that look alike on a board, in upper or lower case (0O, 1IL, 2Z, 5S, 8B, UV), at most one. There are no
 * vowels, so that no code is a word.
 */
const SPOKEN_ALPHABET = '23456789cdfghjkmnpqrtwxy';
const SPOKEN_LENGTH = 6;

/** Returns a new code. */
export function makeCode(kind: CodeKind): Code {
  if (kind === 'link') {
    const characters = Array.from(randomBytes(LINK_LENGTH), (byte) => LINK_ALPHABET[byte % 32]);
    return { kind, text: characters.join('') };
  }
  const characters = Array.from({ length: SPOKEN_LENGTH }, () => SPOKEN_ALPHABET[randomInt(24)]);
  return { kind, text: characters.join('') };
}

/** Returns a code as people read it: `k7m4-qx2p-93hd-vt6w`, or `K7M 4QP` for the board. */
export function writeCode({ kind, text }: Code): string {
  if (kind === 'link') return (text.match(/.{4}/g) ?? []).join('-');
  return `${text.slice(0, 3)} ${text.slice(3)}`.toUpperCase();
}

/** What keyboards of other alphabets write for characters that look the same. */
const LOOK_ALIKES: Record<string, string> = {
  ...{
    а: 'a',
    в: 'b',
    с: 'c',
    е: 'e',
    н: 'h',
    і: 'i',
    к: 'k',
    м: 'm',
    о: 'o',
    р: 'p',
    т: 't',
    у: 'y',
    х: 'x',
  },
  ...{
    α: 'a',
    β: 'b',
    ε: 'e',
    η: 'h',
    κ: 'k',
    μ: 'm',
    ν: 'v',
    ο: 'o',
    ρ: 'p',
    τ: 't',
    υ: 'y',
    χ: 'x',
    ζ: 'z',
  },
  ı: 'i',
};
const IN_LINK: Record<string, string> = { o: '0', i: '1', l: '1', u: 'v' };
const IN_SPOKEN: Record<string, string> = { z: '2', s: '5', b: '8' };

/**
 * Returns the code that somebody typed or pasted, also as a part of the address of its page; undefined for a text that is
 * none. Case, spaces, dashes, digits of other scripts and characters that look alike do not matter.
 */
export function readCode(typed: string): Code | undefined {
  const [, ofPage] = /\/(?:s\/|nest#)([^/?#]+)/i.exec(typed) ?? [];
  const plain = toPlain(ofPage ?? typed);
  if (plain.length === LINK_LENGTH) return checked('link', replace(plain, IN_LINK), LINK_ALPHABET);
  if (plain.length === SPOKEN_LENGTH) return checked('spoken', replace(plain, IN_SPOKEN), SPOKEN_ALPHABET);
  return undefined;
}

function checked(kind: CodeKind, text: string, alphabet: string): Code | undefined {
  return Array.from(text).every((character) => alphabet.includes(character)) ? { kind, text } : undefined;
}

/** Returns the letters and digits of a text in ASCII and lower case. */
function toPlain(text: string): string {
  const ascii = Array.from(text.normalize('NFKC').toLowerCase(), (character) =>
    /\p{Nd}/u.test(character) ? digitOf(character) : (LOOK_ALIKES[character] ?? character),
  );
  return ascii.join('').replaceAll(/[^a-z\d]/g, '');
}

/** The digits of every script follow each other, beginning with zero. */
function digitOf(character: string): string {
  let value = 0;
  for (let point = character.codePointAt(0) ?? 0; value < 9; value += 1) {
    point -= 1;
    if (!/\p{Nd}/u.test(String.fromCodePoint(point))) break;
  }
  return String(value);
}

function replace(text: string, by: Record<string, string>): string {
  return Array.from(text, (character) => by[character] ?? character).join('');
}
