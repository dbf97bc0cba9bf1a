import { auth, catalog } from '@larksong/contracts';
import type { Stack } from '@larksong/local';
import { startStopwatch } from '@larksong/service-kit/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { signInAgain } from './access/people.ts';
import { until } from './access/until.ts';
import { createMember, signInSuperadmin, type Account } from './support/accounts.ts';
import { approveTogether, expectOneDecides, openDesk } from './support/deciding.ts';
import { makeSongs } from './support/many-songs.ts';
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
const open = (account: Account) =>
  openDesk(site.url, account, { address: '/comments', current: 'article[aria-current] > p' });

it(`${COMMENTS} waiting comments are decided by keyboard within two minutes, one by one and together`, async () => {
  const added = Array.from({ length: COMMENTS }, (_, n) => ({
    text: `Comment ${n}`,
    author: writer,
    videoId,
  }));
  await addComments(site.url, added);
  const desk = await open(superadmin);
  const { page, pressOn } = desk;
  const { keyboard } = page;
  const elapsedMs = startStopwatch();
  for (let n = 0; n < REMOVED; n += 1)
    await pressOn(async () => {
      await keyboard.press('s');
      await page.locator('dialog[open] input:focus').waitFor();
      await keyboard.press('ArrowDown');
      await keyboard.press('Enter');
    });
  for (let n = REMOVED + TOGETHER; n < COMMENTS; n += 1) await pressOn(() => keyboard.press('a'));
  await approveTogether(desk, TOGETHER);
  const isDone = async () => (await readCounts()).waiting === 0;
  await until(isDone, { what: 'no comment waits', withinSeconds: LIMIT_SECONDS });
  const seconds = elapsedMs() / 1000;
  console.log(`${COMMENTS} decisions by keyboard took ${seconds.toFixed(1)} s`);
  expect(seconds).toBeLessThanOrEqual(LIMIT_SECONDS);
  expect(await readCounts()).toEqual({ waiting: 0, reported: 0, removed: REMOVED });
  const { data } = await superadmin.call(catalog.listComments, { params: { id: videoId }, query: {} });
  expect(data.count).toBe(COMMENTS - REMOVED);
  await desk.close();
});

it('of two superadmins who decide on the same comment at once, one decides, and the other is told on the page', async () => {
  await addComments(site.url, [{ text: 'Twice', author: writer, videoId }]);
  const desks = [await open(superadmin), await open(other)] as const;
  for (const { current } of desks) expect(await current.textContent()).toBe('Twice');
  await expectOneDecides(desks, [superadmin, other]);
  for (const { page, close } of desks) {
    await expect.poll(() => page.locator('article[aria-current]').count()).toBe(0);
    await close();
  }
});
