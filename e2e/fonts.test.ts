import { LANGUAGE_COOKIE } from '@larksong/contracts';
import { firstKinds } from '@larksong/service-kit/testing/random';
import { expect, it } from 'vitest';

import { openPage } from './support/browser.ts';
import { sharedSite } from './support/shared-site.ts';

const LEXEND = 'lexend-latin-wght-normal';
const EUROPEAN = 'lexend-latin-ext-wght-normal-400-700-european';

// A page without anything that people wrote.
it.each(
  firstKinds('KINDS', 2, [
    ['uk', ['andika-cyrillic-400-normal', 'andika-cyrillic-700-normal', LEXEND]],
    ['fr', [LEXEND]],
    ['pl', [EUROPEAN, LEXEND]],
    ['ar', [LEXEND, 'readex-pro-arabic-wght-normal']],
    ['tr', [EUROPEAN, LEXEND]],
    ['en', [LEXEND]],
  ]),
)('a page in the language %s preloads its fonts, and loads no others', async (language, names) => {
  const { page, trouble, close } = await openPage();
  await page.context().addCookies([{ name: LANGUAGE_COOKIE, value: language, url: sharedSite().url }]);
  await page.goto('/reset-password', { waitUntil: 'networkidle' });
  await page.locator('main h1').waitFor();
  const loaded = await page.evaluate(async () => {
    await document.fonts.ready;
    return performance
      .getEntriesByType('resource')
      .filter(({ name }) => name.endsWith('.woff2'))
      .map(
        (entry) => `${new URL(entry.name).pathname} by ${(entry as PerformanceResourceTiming).initiatorType}`,
      );
  });
  expect(loaded.toSorted()).toEqual(
    names.map((name) => expect.stringMatching(new RegExp(`^/assets/${name}(?:-[\\w-]+)?\\.woff2 by link$`))),
  );
  expect(trouble.errors).toEqual([]);
  await close();
});
