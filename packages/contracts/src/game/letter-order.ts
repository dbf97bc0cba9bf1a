import { DEFAULT_LANGUAGE, type Language } from '../languages.ts';

const collators = /* @__PURE__ */ new Map<Language, Intl.Collator>();

function collatorOf(language: Language): Intl.Collator {
  const collator = collators.get(language) ?? new Intl.Collator(language);
  collators.set(language, collator);
  return collator;
}

/**
 * Compares two letters as a language orders them: letters of the script of the language, then other scripts, each in
 * its own order, then digits. Ä comes after A in German, Ñ after N in Spanish, ı before i in Turkish.
 */
export function compareLetters(a: string, b: string, language: Language = DEFAULT_LANGUAGE): number {
  return (
    groupOf(a, language) - groupOf(b, language) ||
    collatorOf(language).compare(a, b) ||
    (a < b ? -1 : Number(a > b))
  );
}

const LATIN = /^\p{Script=Latin}/u;
/** The scripts of languages that are not written in Latin letters. */
const SCRIPTS: Partial<Record<Language, RegExp>> = { ar: /^\p{Script=Arabic}/u, uk: /^\p{Script=Cyrillic}/u };

function groupOf(letter: string, language: Language): number {
  if (/^\p{N}/u.test(letter)) return 2;
  return (SCRIPTS[language] ?? LATIN).test(letter) ? 0 : 1;
}
