import { openAsBlob } from 'node:fs';

import { auth, catalog } from '@larksong/contracts';
import type { Stack } from '@larksong/local';
import { startStopwatch } from '@larksong/service-kit/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { makeTeacher } from './access/every-state.ts';
import { signInAgain } from './access/people.ts';
import { until } from './access/until.ts';
import { uploadFile } from './access/uploads.ts';
import { createMember, signInSuperadmin, type Account } from './support/accounts.ts';
import { makeClip } from './support/clips.ts';
import { approveTogether, expectOneDecides, openDesk } from './support/deciding.ts';
import { startSite } from './support/start-site.ts';

const UPLOADS = 50;
/** How many of them are sent back, and how many are selected and approved together; the others one by one. */
const SENT_BACK = 3;
const TOGETHER = 15;
const LIMIT_SECONDS = 120;
const UPLOADED_AT_ONCE = 5;

let site: Stack;
let superadmin: Account;
let other: Account;
let teacher: Account;

beforeAll(async () => {
  site = await startSite({ workers: 2 });
  superadmin = await signInSuperadmin(site);
  const [first, second] = [await createMember(site.url), await createMember(site.url)];
  await superadmin.call(auth.updateAccount, { params: { id: second.user.id }, body: { role: 'superadmin' } });
  await makeTeacher(superadmin, first);
  [teacher, other] = [await signInAgain(site.url, first), await signInAgain(site.url, second)];
});
afterAll(() => site?.stop());

const readWaiting = async () =>
  (await superadmin.call(catalog.listApprovals, { query: { limit: 100 } })).data;

/** Uploads songs of the teacher, and waits until they are completed. */
async function uploadSongs(titles: string[]): Promise<void> {
  const file = await openAsBlob(await makeClip({ seconds: 1, width: 128, height: 96 }));
  const queue = titles.values();
  const upload = async () => {
    for (const title of queue) await uploadFile(site.url, teacher, { title, visibility: 'public', file });
  };
  await Promise.all(Array.from({ length: UPLOADED_AT_ONCE }, upload));
  const isReady = async () => {
    const { videos } = await readWaiting();
    return videos.length === titles.length && videos.every(({ status }) => status === 'completed');
  };
  await until(isReady, { what: `${titles.length} videos of a teacher completed`, withinSeconds: 900 });
}

const open = (account: Account) =>
  openDesk(site.url, account, {
    address: '/approvals',
    current: 'li[data-current] [aria-current] strong',
  });

it(`${UPLOADS} uploads are decided about by keyboard within two minutes, one by one and together`, async () => {
  await uploadSongs(Array.from({ length: UPLOADS }, (_, n) => `Song ${n + 1}`));
  const desk = await open(superadmin);
  const { page, pressOn } = desk;
  const { keyboard } = page;
  const elapsedMs = startStopwatch();
  await keyboard.press('p');
  const timeOf = () => page.locator('video').evaluate((video) => (video as HTMLVideoElement).currentTime);
  await expect.poll(timeOf, { timeout: 30_000 }).toBeGreaterThan(0);
  for (let n = 0; n < SENT_BACK; n += 1)
    await pressOn(async () => {
      await keyboard.press('s');
      await page.locator('dialog[open] textarea:focus').waitFor();
      await keyboard.type('Please say who sings.');
      await keyboard.press('Tab');
      await keyboard.press('Tab');
      await keyboard.press('Enter');
    });
  for (let n = SENT_BACK + TOGETHER; n < UPLOADS; n += 1) await pressOn(() => keyboard.press('a'));
  await approveTogether(desk, TOGETHER);
  const isDone = async () => (await readWaiting()).counts.waiting === 0;
  await until(isDone, { what: 'no video waits', withinSeconds: LIMIT_SECONDS });
  const seconds = elapsedMs() / 1000;
  console.log(`${UPLOADS} decisions by keyboard took ${seconds.toFixed(1)} s`);
  expect(seconds).toBeLessThanOrEqual(LIMIT_SECONDS);
  expect((await readWaiting()).counts).toEqual({ waiting: 0, sentBack: SENT_BACK });
  await expect.poll(() => page.locator('li[data-current]').count()).toBe(0);
  const { data } = await superadmin.call(catalog.listVideos, { query: { limit: 100 } });
  expect(data.videos.filter(({ approval }) => approval === undefined)).toHaveLength(UPLOADS - SENT_BACK);
  await desk.close();
});

it('of two superadmins who decide on the same video at once, one decides, and the other is told on the page', async () => {
  const file = await openAsBlob(await makeClip({ seconds: 1, width: 128, height: 96 }));
  const id = await uploadFile(site.url, teacher, { title: 'Twice', visibility: 'public', file });
  const desks = [await open(superadmin), await open(other)] as const;
  for (const { current } of desks) expect(await current.textContent()).toBe('Twice');
  const decider = await expectOneDecides(desks, [superadmin, other]);
  const query = { action: 'video.approve' as const, limit: 100 };
  const { entries } = (await superadmin.call(catalog.listVideoChanges, { query })).data;
  const decisions = entries.filter(({ subject }) => subject?.id === id);
  expect(decisions.map(({ actor }) => actor.id)).toEqual([decider.user.id]);
  for (const { page, close } of desks) {
    await expect.poll(() => page.locator('li[data-current]').count()).toBe(0);
    await close();
  }
});
