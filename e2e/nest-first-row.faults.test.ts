import { randomBytes } from 'node:crypto';

import { auth, NEST_COOKIE } from '@larksong/contracts';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';

import { signInAgain } from './access/people.ts';
import { medianOf } from './access/same-answers.ts';
import { createMember, signInSuperadmin, type Account } from './support/accounts.ts';
import { openPage } from './support/browser.ts';
import { makeList, uploadSongs } from './support/list-playing.ts';
import { makeNestOf, NEST_PIN } from './support/nests.ts';
import { sharedSite } from './support/shared-site.ts';

const site = sharedSite().url;
const TITLES = Array.from({ length: 6 }, (_, n) => `Tune ${n} ${randomBytes(3).toString('hex')}`);
/** Slow 4G, as in Chromium's developer tools, and a processor that is four times slower. */
const NETWORK = { latency: 150, downloadThroughput: (1600 / 8) * 1000, uploadThroughput: (750 / 8) * 1000 };
const SLOWDOWN = 4;
const ROW_MS = 3000;
const SONG_MS = 300;
/** Visits of each kind, in turn, so that what else the machine does weighs on both. */
const VISITS = 5;

let member: Account;
let nestId: string;
beforeAll(async () => {
  const superadmin = await signInSuperadmin();
  member = await createMember();
  const ids = await uploadSongs({ site, superadmin, clip: { seconds: 12, width: 320, height: 180 } }, TITLES);
  const listId = await makeList(member, 'Songs for Robin', ids);
  nestId = await makeNestOf(member, { nickname: 'Robin', listId, minutes: 60 });
  await member.call(auth.setNestPin, { body: { pin: NEST_PIN } });
});

/** Returns what a new device has after it was handed over. */
async function handOver(): Promise<NonNullable<BrowserContextOptions['storageState']>> {
  const again = await signInAgain(site, member);
  const { data } = await again.call(auth.handOver, { body: { nestIds: [nestId], canSwitch: true } });
  const { hostname } = new URL(site);
  const cookie = { name: NEST_COOKIE, value: '1', domain: hostname, path: '/', expires: -1 };
  return {
    cookies: [{ ...cookie, httpOnly: true, secure: false, sameSite: 'Lax' }],
    origins: [{ origin: site, localStorage: [{ name: 'nest.session', value: JSON.stringify(data) }] }],
  };
}

async function beSlow(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', { offline: false, ...NETWORK });
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
}

/** Returns when the pictures of the first row were there, in milliseconds after the navigation. */
function timeFirstRow(page: Page): Promise<number> {
  return page
    .waitForFunction(() => {
      const row = document.querySelector('main img')?.closest('section, ul, div');
      const shown = [...document.querySelectorAll<HTMLImageElement>('main a img')].filter((image) => {
        const { top, left } = image.getBoundingClientRect();
        return row !== null && top < innerHeight && left < innerWidth;
      });
      const first = shown[0]?.getBoundingClientRect().top;
      const inRow = shown.filter((image) => image.getBoundingClientRect().top === first);
      return inRow.length > 1 && inRow.every(({ complete, naturalWidth }) => complete && naturalWidth > 0)
        ? performance.now()
        : false;
    })
    .then((handle) => handle.jsonValue() as Promise<number>); // not false any more
}

/** Taps a song on a page that has come, and returns the milliseconds until it plays. */
async function timeSong(page: Page, title: string): Promise<number> {
  await page.evaluate(() => {
    document.addEventListener(
      'pointerdown',
      () => Object.assign(window, { tappedAt: performance.now() }),
      true,
    );
    const note = ({ target }: Event) => {
      if (target instanceof HTMLVideoElement && !target.muted && target.currentTime >= 0)
        Object.assign(window, { playingAt: performance.now() });
    };
    document.addEventListener('playing', note, true);
  });
  await page.getByRole('link', { name: title }).first().click();
  const handle = await page.waitForFunction(() => {
    const [tappedAt, playingAt] = [
      Reflect.get(window, 'tappedAt'),
      Reflect.get(window, 'playingAt'),
    ] as unknown[];
    return typeof playingAt === 'number' && typeof tappedAt === 'number' ? playingAt - tappedAt : false;
  });
  return (await handle.jsonValue()) as number; // not false any more
}

const viewport = { width: 1024, height: 768 };

async function visitNest(): Promise<{ rowMs: number; songMs: number }> {
  const { page, close } = await openPage({ viewport, storageState: await handOver() });
  await beSlow(page);
  await page.goto('/nest', { waitUntil: 'commit' });
  const rowMs = await timeFirstRow(page);
  await page.waitForLoadState('networkidle');
  const songMs = await timeSong(page, TITLES[0] ?? '');
  await close();
  return { rowMs, songMs };
}

async function visitSongs(): Promise<number> {
  const { page, close } = await openPage({ viewport });
  await beSlow(page);
  await page.goto('/songs', { waitUntil: 'networkidle' });
  const songMs = await timeSong(page, TITLES[0] ?? '');
  await close();
  return songMs;
}

it('the first row of pictures comes within three seconds on slow 4G, and a song from it as soon as for a visitor', async () => {
  const [rows, nests, songs]: number[][] = [[], [], []];
  for (let visit = 0; visit < VISITS; visit += 1) {
    songs?.push(await visitSongs());
    const { rowMs, songMs } = await visitNest();
    rows?.push(rowMs);
    nests?.push(songMs);
  }
  const [rowMs, nestMs, visitorMs] = [rows, nests, songs].map((values) => medianOf(values ?? []));
  const shown = [rows, nests, songs].map((values) => values?.map((value) => value.toFixed(0)).join(' '));
  console.log(`first row: ${shown[0]} ms; a song in the nest: ${shown[1]} ms, from /songs: ${shown[2]} ms`);
  expect(rowMs).toBeLessThanOrEqual(ROW_MS);
  expect(nestMs).toBeLessThanOrEqual((visitorMs ?? 0) + SONG_MS);
});
