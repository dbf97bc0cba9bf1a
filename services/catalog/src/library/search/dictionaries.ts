import { LANGUAGES, type Language } from '@larksong/contracts';

/**
 * The stemmers of Postgres, except the English one, whose stems every document has. Polish and Ukrainian have no stemmer:
 * their words are found as they are written.
 */
const STEMMERS: Partial<Record<Language, string>> = {
  ar: 'arabic_stem',
  de: 'german_stem',
  es: 'spanish_stem',
  fr: 'french_stem',
  tr: 'turkish_stem',
};

/** Returns the name of the dictionary that stems words of a language; undefined for one without a dictionary, and English. */
export function stemmerOf(language: Language | null): string | undefined {
  return language === null ? undefined : STEMMERS[language];
}

/** The languages that have a dictionary. */
export const STEMMED_LANGUAGES = LANGUAGES.filter((language) => language in STEMMERS);

interface Affix {
  pattern: RegExp;
  instead: string;
}

/**
 * French verbs in the plural (`chantent`, `dansons`), Turkish possessives after a vowel (`şarkısı`) and plurals without
 * accents (`yildizlar`), and in Arabic what the light stemmer of Larkey, Ballesteros and Connell ("light10", 2002)
 * removes: vowel signs, the article with its prefixes, and common endings.
 */
const AFFIXES: Partial<Record<Language, readonly Affix[]>> = {
  fr: [{ pattern: /(?<=\p{L}{3})(?:ons|ez|ent)$/u, instead: 'e' }],
  tr: [
    { pattern: /(?<=\p{L}[aeıioöuü])s[ıiuü]$/u, instead: '' },
    { pattern: /(?<=\p{L}{2})l[ae]r$/u, instead: '' },
  ],
  ar: [
    { pattern: /\u0640|[\u064b-\u0652]/gu, instead: '' },
    { pattern: /^(?:[وبكف]?ال|لل)(?=\p{L}{2})/u, instead: '' },
    { pattern: /^و(?=\p{L}{3})/u, instead: '' },
    { pattern: /(?<=\p{L}{2})(?:ها|ان|ات|ون|ين|يه|ية|ه|ة|ي)$/u, instead: '' },
  ],
};

/**
 * Returns a word without affixes that the dictionary of its language would leave, as a further spelling of it; often the
 * word itself.
 */
export function withoutAffixes(word: string, language: Language): string {
  const affixes = AFFIXES[language] ?? [];
  return affixes.reduce((rest, { pattern, instead }) => rest.replace(pattern, instead), word);
}
