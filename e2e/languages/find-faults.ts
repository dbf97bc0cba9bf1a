import { directionOf, LANGUAGE_COOKIE } from '@larksong/contracts';
import type { Page } from 'playwright-core';

import { findViolations } from '../support/accessibility.ts';
import { findLayoutTroubles } from '../support/layout-troubles.ts';
import { languageOf, type Shown } from './said.ts';

const HEIGHT = 800;

/** Shows a page's next addresses in a language, as if somebody had chosen it on the device. */
export async function chooseLanguage(page: Page, shown: Shown, url: string): Promise<void> {
  await page.context().addCookies([{ name: LANGUAGE_COOKIE, value: languageOf(shown), url }]);
}

/**
 * Returns what is wrong with a page as it is, one line each: its language, its direction, texts and names that are not
 * translated as far as their letters show it (leaving out `known` texts), at each width its layout, and at the first one what axe finds.
 */
export async function findFaults(
  page: Page,
  { shown, widths, known = [] }: { shown: Shown; widths: readonly number[]; known?: readonly string[] },
): Promise<string[]> {
  const language = languageOf(shown);
  const expected: Expected = {
    language,
    direction: directionOf(language),
    letters: shown === 'pseudo' ? 'accents' : shown === 'ar' || shown === 'uk' ? 'other' : 'same',
    known,
  };
  const faults = await page.evaluate(findForeign, expected);
  for (const [index, width] of widths.entries()) {
    await page.setViewportSize({ width, height: HEIGHT });
    const found = [...(await findLayoutTroubles(page)), ...(index === 0 ? await findViolations(page) : [])];
    faults.push(...found.map((fault) => `${width} px: ${fault}`));
  }
  return faults;
}

interface Expected {
  language: string;
  direction: string;
  /** Whether sentences have other letters than English, accents, or the same letters. */
  letters: 'other' | 'accents' | 'same';
  /** What people wrote. */
  known: readonly string[];
}

/** Runs in the page. */
function findForeign({ language, direction, letters, known }: Expected): string[] {
  const { lang, dir } = document.documentElement;
  const faults = lang === language && dir === direction ? [] : [`the page says lang="${lang}", dir="${dir}"`];
  if (letters === 'same') return faults;
  // What people wrote, names of things, dates, and sentences that say that they are English.
  const apart = '[dir], [translate=no], bdi, code, time, option, :not(html)[lang]';
  const isApart = (element: Element | null) => (element?.closest(`:is(${apart}):not(html)`) ?? null) !== null;
  const isForeign = (said: string) =>
    letters === 'other'
      ? /\p{Script=Latin}{2,}\s+\p{Script=Latin}{2,}/u.test(said)
      : /[a-z]*[aeiou][a-z]{2,}/.test(said) && !/[[\]åéïöüçñý]/.test(said);
  const report = (said: string) => {
    const own = known.reduce((rest, text) => rest.replaceAll(text, ''), said);
    if (isForeign(own)) faults.push(`"${said}" is not translated`);
  };
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let text = texts.nextNode(); text; text = texts.nextNode())
    if (!isApart(text.parentElement)) report(text.textContent?.trim() ?? '');
  for (const name of ['aria-label', 'title', 'placeholder', 'alt', 'aria-roledescription', 'aria-valuetext'])
    for (const element of document.querySelectorAll(`[${name}]`))
      if (!isApart(element)) report(element.getAttribute(name) ?? '');
  return faults;
}
