import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { DEFAULT_LANGUAGE, directionOf, LANGUAGE_COOKIE, type Language } from '@larksong/contracts';
import type { Page } from 'playwright-core';

import { cataloguePath, readTexts } from '../../packages/languages/src/read-catalogue.ts';
import { findViolations } from './accessibility.ts';
import { findLayoutTroubles } from './layout-troubles.ts';
import { openSettled } from './settled.ts';
import { sharedSite } from './shared-site.ts';

const HEIGHT = 800;

/** Shows a page's next addresses on a site in a language, as if somebody had chosen it on the device. */
export async function chooseLanguage(page: Page, language: Language, url = sharedSite().url): Promise<void> {
  await page.context().addCookies([{ name: LANGUAGE_COOKIE, value: language, url }]);
}

/**
 * Opens an address in a language, and returns what is wrong with it, one line each: its language, its direction, texts
 * in Latin letters where the language has others, at each width its layout, and at the first one what axe finds.
 */
export async function findFaultsIn(
  page: Page,
  address: string,
  { language, widths }: { language: Language; widths: readonly number[] },
): Promise<string[]> {
  await chooseLanguage(page, language);
  await openSettled(page, address);
  await page.locator('h1').first().waitFor({ state: 'attached' });
  return [...(await findUntranslated(page, language)), ...(await findFaultsAt(page, widths))];
}

/** Returns what is wrong with a page as it is: at each width its layout, and at the first one what axe finds. */
export async function findFaultsAt(page: Page, widths: readonly number[]): Promise<string[]> {
  const faults: string[] = [];
  for (const [index, width] of widths.entries()) {
    await page.setViewportSize({ width, height: HEIGHT });
    const found = [...(await findLayoutTroubles(page)), ...(index === 0 ? await findViolations(page) : [])];
    faults.push(...found.map((fault) => `${width} px: ${fault}`));
  }
  return faults;
}

interface Translated {
  /** Whether the page is shown in the pseudo-language, whose messages have accents and brackets, instead of English. */
  isPseudo?: boolean;
  /** What people wrote. */
  known?: readonly string[];
}

/**
 * Returns what is in another language than the page should be, one line each: English sentences that the language says in
 * other words, and texts and names in Latin letters, or without accents, where the language has others.
 */
export async function findUntranslated(
  page: Page,
  language: Language,
  { isPseudo = false, known = [] }: Translated = {},
): Promise<string[]> {
  const letters = isPseudo ? 'accents' : OTHER_SCRIPTS.includes(language) ? 'other' : 'same';
  const expected: Expected = {
    ...{ language, letters, direction: directionOf(language) },
    ...{ english: listEnglish(language), known: ['CSV UTF-8', ...known] },
  };
  return await page.evaluate(findForeign, expected);
}

const OTHER_SCRIPTS: readonly Language[] = ['ar', 'uk'];

const englishOf = new Map<Language, string[]>();

/** Returns the English sentences that a language says in other words, read once. */
function listEnglish(language: Language): string[] {
  const known = englishOf.get(language) ?? readEnglish(language);
  englishOf.set(language, known);
  return known;
}

function readEnglish(language: Language): string[] {
  const folder = dirname(cataloguePath(DEFAULT_LANGUAGE, 'shell'));
  return readdirSync(folder).flatMap((file) => {
    const other = readTexts(join(folder, '..', language, file));
    return Object.entries(readTexts(join(folder, file)))
      .filter(([id, text]) => /\s/.test(text) && !/[{<]/.test(text) && other[id] !== text)
      .map(([, text]) => text);
  });
}

interface Expected {
  language: string;
  direction: string;
  /** Whether sentences have other letters than English, accents, or the same letters. */
  letters: 'other' | 'accents' | 'same';
  english: string[];
  known: readonly string[];
}

/** Runs in the page. */
function findForeign({ language, direction, letters, english, known }: Expected): string[] {
  const { lang, dir } = document.documentElement;
  const faults = lang === language && dir === direction ? [] : [`the page says lang="${lang}", dir="${dir}"`];
  // What people wrote, names of things, dates, and sentences that say that they are English.
  const apart = ':is([dir], [translate=no], bdi, code, noscript, time, option, [lang]):not(html)';
  // Names of controls repeat them.
  const written = Array.from(document.querySelectorAll(apart), ({ textContent }) => textContent?.trim() ?? '')
    .concat(known)
    .filter(({ length }) => length > 2)
    .toSorted((one, other) => other.length - one.length);
  const isForeign = (said: string) => {
    if (english.includes(said)) return true;
    const own = written
      .reduce((rest, text) => rest.replaceAll(text, ''), said)
      .replaceAll(/\S*@\S+|\d+ \w+ (ago|\d{4})/g, ''); // addresses, ages and dates
    if (letters === 'other') return /\p{Script=Latin}{2,}\s+\p{Script=Latin}{2,}/u.test(own);
    return letters === 'accents' && /[a-z]*[aeiou][a-z]{2,}/.test(own) && !/[[\]åéïöüçñý]/.test(own);
  };
  const report = (said: string, element: Element | null) => {
    if (isForeign(said) && !element?.closest(apart)) faults.push(`"${said}" is not translated`);
  };
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let text = texts.nextNode(); text; text = texts.nextNode())
    report(text.textContent?.trim() ?? '', text.parentElement);
  for (const name of ['aria-label', 'aria-roledescription', 'aria-valuetext', 'placeholder', 'title', 'alt'])
    for (const element of document.querySelectorAll(`[${name}]`))
      report(element.getAttribute(name) ?? '', element);
  return faults;
}
