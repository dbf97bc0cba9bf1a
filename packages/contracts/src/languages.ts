import { Type, type Static } from 'typebox';

import { because } from './reasons.ts';

/** The languages of the interface, as BCP 47 tags, ordered by what they call themselves. */
export const Language = Type.Union(
  [
    Type.Literal('de'),
    Type.Literal('en'),
    Type.Literal('es'),
    Type.Literal('fr'),
    Type.Literal('pl'),
    Type.Literal('tr'),
    Type.Literal('uk'),
    Type.Literal('ar'),
  ],
  { ...because('site.language-unknown') },
);
export type Language = Static<typeof Language>;

export const LANGUAGES: readonly Language[] = Language.anyOf.map((literal) => literal.const);

/** The language of code, logs and handbook, and of the interface where nobody chose another one. */
export const DEFAULT_LANGUAGE: Language = 'en';

/**
 * The cookie with the language that was chosen on a device, and nothing else. The web client sets it for `/`; the gateway
 * writes its pages in it.
 */
export const LANGUAGE_COOKIE = 'language';

/** What each language calls itself. */
export const LANGUAGE_NAMES: Record<Language, string> = {
  ar: 'العربية',
  de: 'Deutsch',
  en: 'English',
  es: 'Español',
  fr: 'Français',
  pl: 'Polski',
  tr: 'Türkçe',
  uk: 'Українська',
};

/** Returns whether a value is one of the languages of the interface. */
export function isLanguage(value: unknown): value is Language {
  return typeof value === 'string' && Object.hasOwn(LANGUAGE_NAMES, value);
}

/** Returns the direction in which a language is written. */
export function directionOf(language: Language): 'ltr' | 'rtl' {
  return language === 'ar' ? 'rtl' : 'ltr';
}
