import { directionOf, LANGUAGE_COOKIE, type Language } from '@larksong/contracts';
import type { Page } from 'playwright-core';

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
  const faults = await page.evaluate(findForeign, { language, direction: directionOf(language) });
  for (const [index, width] of widths.entries()) {
    await page.setViewportSize({ width, height: HEIGHT });
    const found = [...(await findLayoutTroubles(page)), ...(index === 0 ? await findViolations(page) : [])];
    faults.push(...found.map((fault) => `${width} px: ${fault}`));
  }
  return faults;
}

/** Runs in the page. */
function findForeign({ language, direction }: { language: Language; direction: string }): string[] {
  const { lang, dir } = document.documentElement;
  const faults = lang === language && dir === direction ? [] : [`the page says lang="${lang}", dir="${dir}"`];
  if (language !== 'ar' && language !== 'uk') return faults;
  // What people wrote, names of things, and sentences that say that they are English.
  const apart = '[dir], [translate=no], bdi, code, option, :not(html)[lang]';
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    const said = text.textContent?.trim() ?? '';
    if (
      /\p{Script=Latin}{2,}\s+\p{Script=Latin}{2,}/u.test(said) &&
      !text.parentElement?.closest(`:is(${apart}):not(html)`)
    )
      faults.push(`"${said}" is not translated`);
  }
  return faults;
}
