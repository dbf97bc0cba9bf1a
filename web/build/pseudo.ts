import type { Catalogue, Message, Token } from '@larksong/languages';

const ACCENTS: Readonly<Record<string, string>> = {
  a: 'å',
  e: 'é',
  i: 'ï',
  o: 'ö',
  u: 'ü',
  c: 'ç',
  n: 'ñ',
  y: 'ý',
};

/**
 * Returns messages that are 40 % longer, with accents and brackets, so that a screen in them shows what has no room and
 * what is not translated.
 */
export function toPseudo(catalogue: Catalogue): Catalogue {
  return Object.fromEntries(Object.entries(catalogue).map(([id, message]) => [id, stretch(message)]));
}

function stretch(message: Message): Message {
  if (typeof message === 'string') return pseudoText(message);
  return ['[', ...message.map(stretchToken), ']'];
}

function stretchToken(token: Token): Token {
  if (typeof token === 'string') return lengthen(token);
  const [name, type, cases] = token;
  if (!cases) return token;
  const inner = Object.entries(cases).map(([key, tokens]) => [key, tokens.map(stretchToken)] as const);
  return [name, type, Object.fromEntries(inner)];
}

/** Returns a text as `toPseudo` writes it. */
export function pseudoText(text: string): string {
  return `[${lengthen(text)}]`;
}

/** Vowels are about two letters of five. */
function lengthen(text: string): string {
  return text.replaceAll(/[a-z]/g, (letter) => {
    const accented = ACCENTS[letter] ?? letter;
    return 'aeiou'.includes(letter) ? accented + accented : accented;
  });
}
