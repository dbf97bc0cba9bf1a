import { DEFAULT_LANGUAGE, isLanguage, LANGUAGE_COOKIE, LANGUAGES, type Language } from '@larksong/contracts';

import { currentLanguage, showLanguage } from './texts.ts';

const YEAR_SECONDS = 31_536_000;

/** Returns the languages that the site offers, the default first. The gateway writes them into the page. */
export function offeredLanguages(): Language[] {
  const content = document.querySelector<HTMLMetaElement>('meta[name="languages"]')?.content ?? '';
  const offered = content.split(' ').filter(isLanguage);
  return offered.length > 0 ? offered : [DEFAULT_LANGUAGE, ...LANGUAGES].filter(isFirst);
}

/** Notes the languages that a superadmin has just chosen; other tabs know them once they are loaded again. */
export function showOffered(languages: readonly Language[]): void {
  const meta = document.querySelector<HTMLMetaElement>('meta[name="languages"]');
  if (meta) meta.content = languages.filter(isFirst).join(' ');
}

function isFirst<T>(value: T, index: number, all: readonly T[]): boolean {
  return all.indexOf(value) === index;
}

/** Shows the site in a language, and keeps it for the next pages of this device. Rejects if it could not be loaded. */
export async function chooseLanguage(language: Language): Promise<void> {
  await showLanguage(language);
  keepLanguage(language);
}

/** Follows the language of an account that has signed in; without one, that of the device stays. Never rejects. */
export function followAccount(language: Language | null | undefined): void {
  if (!language || !offeredLanguages().includes(language)) return;
  keepLanguage(language);
  // Offline, the next page is in the language.
  if (language !== currentLanguage()) showLanguage(language).catch(() => {});
}

/** Keeps a language for the next pages of this device. */
export function keepLanguage(language: Language): void {
  const secure = location.protocol === 'https:' ? '; secure' : '';
  document.cookie = `${LANGUAGE_COOKIE}=${language}; path=/; max-age=${YEAR_SECONDS}; samesite=lax${secure}`;
}

/**
 * Returns the first language that the browser prefers, if it is offered, is not the one of the page, and nobody has chosen
 * on this device.
 */
export function preferredLanguage(): Language | undefined {
  if (new RegExp(`(?:^|; )${LANGUAGE_COOKIE}=`).test(document.cookie)) return undefined;
  const known = navigator.languages
    .map((tag) => tag.toLowerCase().split('-')[0])
    .find((language): language is Language => offeredLanguages().some((offered) => offered === language));
  return known === currentLanguage() ? undefined : known;
}
