import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { createMember, signInPage } from './support/accounts.ts';
import { openPage, type OpenedPage } from './support/browser.ts';

let opened: OpenedPage;
beforeAll(async () => {
  opened = await openPage({ forcedColors: 'active' });
  await signInPage(opened.page, await createMember());
});
afterAll(() => opened?.close());

/** Returns the names of buttons that have neither a border nor a background of their own. */
function listInvisible(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const ground = getComputedStyle(document.body).backgroundColor;
    const isTold = (button: Element) => {
      const { borderTopWidth, borderTopColor, backgroundColor } = getComputedStyle(button);
      const hasEdge = Number.parseFloat(borderTopWidth) > 0 && borderTopColor !== ground;
      return hasEdge || (backgroundColor !== ground && !backgroundColor.endsWith(', 0)'));
    };
    return [...document.querySelectorAll('button, a.button')]
      .filter((button) => button.checkVisibility() && !isTold(button))
      .map((button) => button.getAttribute('aria-label') ?? button.textContent);
  });
}

it.each(['/songs', '/you', '/profile'])('every button of %s has an edge in forced colours', async (path) => {
  const { page } = opened;
  await page.goto(path);
  await page.getByRole('heading', { level: 1 }).waitFor();
  expect(await listInvisible(page)).toEqual([]);
});

it('the chosen chip has a different background from the others in forced colours', async () => {
  const { page } = opened;
  await page.goto('/songs?filter=popular');
  const groundOf = (name: string) =>
    page
      .getByRole('button', { name, exact: true })
      .evaluate((chip) => getComputedStyle(chip).backgroundColor);
  await page.getByRole('button', { name: 'Popular', pressed: true }).waitFor();
  expect(await groundOf('Popular')).not.toBe(await groundOf('Watched'));
});
