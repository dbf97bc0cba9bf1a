import { afterAll, beforeAll, expect, it } from 'vitest';

import { createMember, signInPage } from './support/accounts.ts';
import { openPage, type OpenedPage } from './support/browser.ts';

let opened: OpenedPage;
beforeAll(async () => {
  opened = await openPage({ forcedColors: 'active' });
  await signInPage(opened.page, await createMember());
});
afterAll(() => opened?.close());

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
