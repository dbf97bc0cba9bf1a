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

/** Shows a page's next addresses in a language, as if somebody had chosen it on the device. */
export async function chooseLanguage(page: Page, language: Language): Promise<void> {
  const { url } = sharedSite();
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
  const faults = await findUntranslated(page, language);
  for (const [index, width] of widths.entries()) {
    await page.setViewportSize({ width, height: HEIGHT });
    const found = [...(await findLayoutTroubles(page)), ...(index === 0 ? await findViolations(page) : [])];
    faults.push(...found.map((fault) => `${width} px: ${fault}`));
  }
  return faults;
}

/** Returns what is in another language than the page should be, one line each. */
export async function findUntranslated(page: Page, language: Language): Promise<string[]> {
  const direction = directionOf(language);
  return await page.evaluate(findForeign, { language, direction, english: listEnglish(language) });
}

/** Returns the English sentences that a language says in other words. */
function listEnglish(language: Language): string[] {
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
  english: string[];
}

/** Runs in the page. */
function findForeign({ language, direction, english }: Expected): string[] {
  const { lang, dir } = document.documentElement;
  const faults = lang === language && dir === direction ? [] : [`the page says lang="${lang}", dir="${dir}"`];
  // What people wrote, names of things, and sentences that say that they are English.
  const apart = ':is([dir], [translate=no], bdi, code, option, [lang]):not(html)';
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const isOtherScript = language === 'ar' || language === 'uk';
  const isForeign = (said: string) =>
    english.includes(said) ||
    (isOtherScript && /\p{Script=Latin}{2,}\s+\p{Script=Latin}{2,}/u.test(said.replace('CSV UTF-8', '')));
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    const said = text.textContent?.trim() ?? '';
    if (isForeign(said) && !text.parentElement?.closest(apart)) faults.push(`"${said}" is not translated`);
  }
  for (const name of ['aria-label', 'placeholder', 'title', 'alt'])
    for (const element of document.querySelectorAll(`[${name}]`)) {
      const said = element.getAttribute(name) ?? '';
      if (english.includes(said)) faults.push(`${name}="${said}" is not translated`);
    }
  return faults;
}
