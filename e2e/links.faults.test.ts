import { randomBytes } from 'node:crypto';

import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';

import { createMember, signInPage, signInSuperadmin, type Account } from './support/accounts.ts';
import { openPage } from './support/browser.ts';
import { makeList, uploadSongs } from './support/list-playing.ts';
import { openSettled } from './support/settled.ts';
import { sharedSite } from './support/shared-site.ts';

const site = sharedSite().url;
const TITLE = `Ducks ${randomBytes(3).toString('hex')}`;
let member: Account;
let list: string;

beforeAll(async () => {
  const superadmin = await signInSuperadmin();
  member = await createMember();
  const songs = await uploadSongs({ site, superadmin, clip: { seconds: 2, width: 160, height: 90 } }, [
    TITLE,
  ]);
  list = await makeList(member, 'Morning circle', songs);
});

it('a link opens a list without an account, plays its song, and opens nothing once it is taken back', async () => {
  const [maker, guest] = [await openPage(), await openPage()];
  await signInPage(maker.page, member);
  const code = await makeLink(maker.page);
  const sent = collectAddresses(guest.page);

  await guest.page.goto(`/s/${code}`);
  await guest.page.getByRole('heading', { level: 1, name: 'Morning circle' }).waitFor();
  await guest.page.getByRole('link', { name: TITLE }).click();
  await guest.page.waitForFunction(() => (document.querySelector('video')?.currentTime ?? 0) > 1);
  await guest.page.getByText('That was the whole list.').waitFor();
  await guest.page.getByRole('link', { name: 'Morning circle' }).click();
  await guest.page.getByText('heard').waitFor({ state: 'attached' });
  const leaks = sent.filter((text) => text.includes(code) && !text.endsWith(`/s/${code}`));
  expect(leaks).toEqual([]);

  await maker.page.getByRole('button', { name: 'Take back' }).click();
  await maker.page.getByRole('alertdialog').getByRole('button', { name: 'Take back' }).click();
  await maker.page.getByText('The old link and its posters open nothing now.').waitFor();
  const isClosed = async () => {
    await openSettled(guest.page, `/s/${code}`); // it has a heading while it loads, too
    return guest.page.getByRole('heading', { name: 'This link does not open' }).isVisible();
  };
  await expect.poll(isClosed, { timeout: 20_000 }).toBe(true);
  expect(maker.trouble).toEqual({ errors: [], foreignRequests: [] });
  expect(guest.trouble.foreignRequests).toEqual([]);
  await maker.close();
  await guest.close();
});

/** Makes a link on the page of the list, and returns its code as it is shown there. */
async function makeLink(page: Page): Promise<string> {
  await page.goto(`/lists/${list}`);
  await page.getByRole('button', { name: 'Make a link' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Make the link' }).click();
  await page.getByRole('img', { name: 'QR code of the link' }).waitFor();
  const address = (await page.locator('code').textContent()) ?? '';
  return address.slice(address.lastIndexOf('/') + 1);
}

/** Collects what other servers and logs would see of a page's requests: their addresses and their Referers. */
function collectAddresses(page: Page): string[] {
  const sent: string[] = [];
  page.on('request', (request) => sent.push(request.url(), request.headers()['referer'] ?? ''));
  return sent;
}
