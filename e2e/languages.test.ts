import { afterAll, beforeAll, expect, it } from 'vitest';

import { openPage, type OpenedPage } from './support/browser.ts';
import { findFaultsIn } from './support/language-pages.ts';

let opened: OpenedPage;
beforeAll(async () => {
  opened = await openPage({ viewport: { width: 320, height: 800 } });
});
afterAll(() => opened?.close());

it.each(['/', '/songs'])('the page %s in Arabic fits in a small phone, from right to left', async (path) => {
  expect(await findFaultsIn(opened.page, path, { language: 'ar', widths: [320] })).toEqual([]);
  expect(opened.trouble.errors).toEqual([]);
});
