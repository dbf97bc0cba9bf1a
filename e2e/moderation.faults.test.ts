import { auth, catalog } from '@larksong/contracts';
import type { Stack } from '@larksong/local';
import { startStopwatch } from '@larksong/service-kit/testing';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { signInAgain } from './access/people.ts';
import { until } from './access/until.ts';
import { createMember, signInPage, signInSuperadmin, type Account } from './support/accounts.ts';
import { openPage } from './support/browser.ts';
import { makeSongs } from './support/many-songs.ts';
import { openSettled } from './support/settled.ts';
import { startSite } from './support/start-site.ts';
import { addComments, chooseComments, createWriter } from './support/talk-world.ts';

const COMMENTS = 50;
/** How many of them are removed, and how many are selected and approved together; the others one by one. */
const REMOVED = 5;
const TOGETHER = 15;
const LIMIT_SECONDS = 120;

let site: Stack;
let superadmin: Account;
let other: Account;
let writer: Account;
let videoId: string;

beforeAll(async () => {
  site = await startSite({ workers: 1 });
  superadmin = await signInSuperadmin(site);
  const second = await createMember(site.url);
  await superadmin.call(auth.updateAccount, { params: { id: second.user.id }, body: { role: 'superadmin' } });
  other = await signInAgain(site.url, second);
  writer = await createWriter(site.url);
  [videoId = ''] = await makeSongs({ site: site.url, superadmin }, ['Five Ducks']);
  await chooseComments(superadmin, 'approval');
});
afterAll(() => site?.stop());

const readCounts = async () => (await superadmin.call(catalog.listModeration, { query: {} })).data.counts;
const current = (page: Page) => page.locator('article[aria-current] > p').last();

async function openComments(account: Account) {
  const { page, trouble, close } = await openPage({ site: site.url });
  await signInPage(page, account);
  await openSettled(page, '/comments');
  return {
    page,
    close: async () => {
      // Of refused decisions, the console speaks as well.
      expect(trouble.errors.filter((error) => !error.includes('409'))).toEqual([]);
      await close();
    },
  };
}

/** Presses keys, and waits until another comment is the current one. */
async function pressOn(page: Page, press: () => Promise<void>): Promise<void> {
  const before = await current(page).textContent();
  await press();
  await expect.poll(() => current(page).textContent(), { timeout: 10_000, interval: 20 }).not.toBe(before);
}

it(`${COMMENTS} waiting comments are decided by keyboard within two minutes, one by one and together`, async () => {
  const added = Array.from({ length: COMMENTS }, (_, n) => ({
    text: `Comment ${n}`,
    author: writer,
    videoId,
  }));
  await addComments(site.url, added);
  const { page, close } = await openComments(superadmin);
  const { keyboard } = page;
  const elapsedMs = startStopwatch();
  for (let n = 0; n < REMOVED; n += 1)
    await pressOn(page, async () => {
      await keyboard.press('s');
      await page.locator('dialog[open] input:focus').waitFor();
      await keyboard.press('ArrowDown');
      await keyboard.press('Enter');
    });
  for (let n = REMOVED + TOGETHER; n < COMMENTS; n += 1) await pressOn(page, () => keyboard.press('a'));
  for (let n = 0; n < TOGETHER; n += 1) {
    await keyboard.press('x');
    if (n < TOGETHER - 1) await pressOn(page, () => keyboard.press('j'));
  }
  await keyboard.press('a');
  await page.locator('dialog[open] [data-autofocus]:focus').waitFor();
  await keyboard.press('Enter');
  const isDone = async () => (await readCounts()).waiting === 0;
  await until(isDone, { what: 'no comment waits', withinSeconds: LIMIT_SECONDS });
  const seconds = elapsedMs() / 1000;
  console.log(`${COMMENTS} decisions by keyboard took ${seconds.toFixed(1)} s`);
  expect(seconds).toBeLessThanOrEqual(LIMIT_SECONDS);
  expect(await readCounts()).toEqual({ waiting: 0, reported: 0, removed: REMOVED });
  const { data } = await superadmin.call(catalog.listComments, { params: { id: videoId }, query: {} });
  expect(data.count).toBe(COMMENTS - REMOVED);
  await close();
});

it('of two superadmins who decide on the same comment at once, one decides, and the other is told on the page', async () => {
  await addComments(site.url, [{ text: 'Twice', author: writer, videoId }]);
  const opened = [await openComments(superadmin), await openComments(other)];
  for (const { page } of opened) expect(await current(page).textContent()).toBe('Twice');
  await Promise.all(opened.map(({ page }) => page.keyboard.press('a')));
  const told = () => Promise.all(opened.map(({ page }) => page.locator('[role=alert]').allTextContents()));
  await expect.poll(async () => (await told()).flat().length, { timeout: 30_000 }).toBe(1);
  const index = (await told()).findIndex((texts) => texts.length === 1);
  const decider = index === 0 ? other : superadmin;
  expect((await told())[index]?.join()).toContain(decider.user.displayName ?? decider.user.username);
  for (const { page, close } of opened) {
    await expect.poll(() => page.locator('article[aria-current]').count()).toBe(0);
    await close();
  }
});
