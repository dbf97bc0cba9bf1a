import { randomBytes } from 'node:crypto';

import { catalog } from '@larksong/contracts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { findViolations } from './support/accessibility.ts';
import { createMember, signInPage, signInSuperadmin, type Account } from './support/accounts.ts';
import { openPage } from './support/browser.ts';
import { launchHidingBrowser, type HidingBrowser } from './support/hiding-browser.ts';
import { findLayoutTroubles } from './support/layout-troubles.ts';
import {
  makeList,
  readMoments,
  recordMoments,
  toDistinct,
  toGaps,
  toTitles,
  watchMoments,
  uploadSongs,
  type Moment,
} from './support/list-playing.ts';
import { awaitPlaying, seekTo } from './support/playing.ts';
import { openTabs } from './support/raw-tab.ts';
import { sharedSite } from './support/shared-site.ts';

const COUNT = 10;
const SONG_SECONDS = 20;
/** Between the end of a song and the beginning of the next one, the pause of 3 s included. */
const MOST_SECONDS = 3.5;
/** A whole list with its pauses, on a machine that other work shares. */
const PATIENCE_MS = 280_000;

const site = sharedSite().url;
const TITLES = Array.from(
  { length: COUNT },
  (_, index) => `Song ${index + 1} ${randomBytes(3).toString('hex')}`,
);
let superadmin: Account;
let member: Account;
let songs: string[];

beforeAll(async () => {
  superadmin = await signInSuperadmin();
  member = await createMember();
  const clip = { seconds: SONG_SECONDS, width: 320, height: 180 };
  songs = await uploadSongs({ site, superadmin, clip }, TITLES);
});
afterAll(async () => {
  for (const id of songs) await superadmin.call(catalog.deleteVideo, { params: { id } }).catch(() => {});
});

/** Opens the page on which a list of these songs is played. */
async function open(videoIds: string[], options: Parameters<typeof openPage>[0] = {}) {
  const opened = await openPage(options);
  await signInPage(opened.page, member);
  await recordMoments(opened.page);
  const list = await makeList(member, `A list ${randomBytes(3).toString('hex')}`, videoIds);
  await opened.page.goto(`/lists/${list}/play`);
  return { ...opened, list };
}

const over = (page: Page) => page.getByText('That was the whole list.');

function expectGaps(moments: readonly Moment[], what: string): void {
  const gaps = toGaps(moments);
  console.log(`${what}: ${gaps.map((gap) => gap.toFixed(2)).join(', ')} s between songs`);
  for (const gap of gaps) expect(gap).toBeLessThanOrEqual(MOST_SECONDS);
}

it(
  'a list of ten songs plays through without a tap, and stops at its end',
  { timeout: 2 * PATIENCE_MS },
  async () => {
    const { page, trouble, close } = await open(songs);
    await page.getByRole('button', { name: 'Full screen' }).click();
    await page.locator('video').evaluate((element) => Object.assign(window, { first: element }));
    await over(page).waitFor({ timeout: PATIENCE_MS });
    const moments = await readMoments(page);
    expect(toTitles(moments)).toEqual(TITLES);
    expectGaps(moments, 'in front');
    expect(await page.evaluate(() => document.fullscreenElement !== null)).toBe(true);
    const isSame = await page
      .locator('video')
      .evaluate(
        (element) => element === Reflect.get(window, 'first') && !(element as HTMLVideoElement).muted,
      );
    expect(isSame).toBe(true);
    expect(moments.at(-1)).toMatchObject({ type: 'ended', title: TITLES.at(-1) });
    expect(trouble.errors).toEqual([]);
    await close();
  },
);

/** Plays a list of the first four songs in a tab that another one then hides. */
async function hideTab(isMuted: boolean, { browser }: HidingBrowser) {
  const { tab, hide, show } = await openTabs(browser);
  const list = await makeList(member, 'Behind another tab', songs.slice(0, 4));
  const { accessToken, refreshToken } = member;
  const tokens = JSON.stringify(JSON.stringify({ accessToken, refreshToken }));
  const sound = JSON.stringify(JSON.stringify({ muted: isMuted }));
  const stored = `localStorage.setItem('auth.tokens', ${tokens}); localStorage.setItem('player', ${sound});`;
  await tab.open(`${site}/lists/${list}/play`, `${stored} (${watchMoments.toString()})();`);
  const read = async () => (await tab.evaluate<Moment[] | undefined>('window.moments')) ?? [];
  const count = async (type: Moment['type']) => (await read()).filter((one) => one.type === type).length;
  const state = () => tab.evaluate<string>('document.visibilityState');
  await expect.poll(() => count('playing'), { timeout: 60_000 }).toBe(1);
  await hide();
  await expect.poll(state).toBe('hidden');
  return { tab, show, read, count, state };
}

it(
  'a list plays through while another tab is in front',
  { timeout: 2 * PATIENCE_MS },
  async ({ skip, onTestFinished }) => {
    const hiding = await launchHidingBrowser();
    if (typeof hiding === 'string') return skip(hiding);
    onTestFinished(hiding.close);
    const { read, count, state } = await hideTab(false, hiding);
    await expect.poll(() => count('ended'), { timeout: PATIENCE_MS }).toBe(4);
    const moments = toDistinct(await read());
    expect(toTitles(moments)).toEqual(TITLES.slice(0, 4));
    expect(await state()).toBe('hidden');
    expectGaps(moments, 'hidden');
    return undefined;
  },
);

it(
  'a list without sound waits behind another tab, where Chromium stops it, and continues in front',
  { timeout: 2 * PATIENCE_MS },
  async ({ skip, onTestFinished }) => {
    const hiding = await launchHidingBrowser();
    if (typeof hiding === 'string') return skip(hiding);
    onTestFinished(hiding.close);
    const { tab, show, read, count } = await hideTab(true, hiding);
    const isPaused = () => tab.evaluate<boolean>(`document.querySelector('video').paused`);
    await expect.poll(isPaused, { timeout: 60_000 }).toBe(true);
    expect(await count('ended')).toBe(0);
    await show();
    await expect.poll(isPaused, { timeout: 60_000 }).toBe(false);
    await expect.poll(() => count('ended'), { timeout: PATIENCE_MS }).toBe(2);
    const moments = toDistinct(await read());
    expect(toTitles(moments).slice(0, 2)).toEqual(TITLES.slice(0, 2));
    expectGaps(moments, 'shown again without sound');
    return undefined;
  },
);

it('media keys lead through a list, stop the pause, and end it', { timeout: PATIENCE_MS }, async () => {
  const { page, close } = await openPage();
  await page.addInitScript(() => {
    const handlers = new Map<string, (details: { action: string }) => void>();
    const { mediaSession } = navigator;
    const listen = mediaSession.setActionHandler.bind(mediaSession);
    mediaSession.setActionHandler = (name, handler) => {
      listen(name, handler);
      if (handler) handlers.set(name, handler as (details: { action: string }) => void);
      else handlers.delete(name);
    };
    Object.assign(window, { press: (name: string) => handlers.get(name)?.({ action: name }) });
  });
  await signInPage(page, member);
  await page.goto(`/lists/${await makeList(member, 'By media keys', songs)}/play`);
  const shown = () => page.evaluate(() => navigator.mediaSession.metadata?.title);
  const state = () => page.evaluate(() => navigator.mediaSession.playbackState);
  const press = (name: MediaSessionAction) =>
    page.evaluate((key) => (Reflect.get(window, 'press') as (name: string) => void)(key), name);
  await expect.poll(shown).toBe(TITLES[0]);
  await press('nexttrack');
  await expect.poll(shown).toBe(TITLES[1]);
  await awaitPlaying(page);
  await press('previoustrack');
  await expect.poll(shown).toBe(TITLES[0]);
  await awaitPlaying(page);
  await seekTo(page, SONG_SECONDS - 2);
  await page.getByRole('button', { name: 'Stay here' }).waitFor();
  expect(await state()).toBe('playing');
  await press('pause');
  await page.getByRole('button', { name: 'Stay here' }).waitFor({ state: 'hidden' });
  await expect.poll(state).toBe('paused');
  await press('play');
  await expect.poll(() => page.locator('video').getAttribute('aria-label')).toBe(TITLES[1]);
  await awaitPlaying(page);
  await close();
});

it(
  'a song that is deleted in the middle of the list is skipped without a word',
  { timeout: PATIENCE_MS },
  async () => {
    const gone = await uploadSongs({ site, superadmin, clip: { seconds: 4, width: 160, height: 90 } }, [
      'Gone',
    ]);
    const { page, close } = await open([songs[0] ?? '', ...gone, songs[1] ?? '']);
    await awaitPlaying(page);
    for (const id of gone) await superadmin.call(catalog.deleteVideo, { params: { id } });
    await seekTo(page, SONG_SECONDS - 8);
    await expect
      .poll(async () => toTitles(await readMoments(page)), { timeout: 60_000 })
      .toEqual([TITLES[0], TITLES[1]]);
    expect(await page.getByRole('alert').count()).toBe(0);
    await close();
  },
);

it('without a connection, a list waits, and then continues', { timeout: PATIENCE_MS }, async () => {
  const { page, close } = await open(songs.slice(0, 3));
  await awaitPlaying(page);
  await page.context().setOffline(true);
  await page.getByRole('button', { name: 'Next song' }).click();
  await page.getByText('Connection lost. The video continues when it is back.').waitFor();
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe(TITLES[1]);
  await page.context().setOffline(false);
  await awaitPlaying(page);
  await seekTo(page, SONG_SECONDS - 2);
  await expect
    .poll(async () => toTitles(await readMoments(page)), { timeout: 60_000 })
    .toEqual(TITLES.slice(0, 3));
  await close();
});

it.each([
  { width: 320, height: 640 },
  { width: 667, height: 375 },
  { width: 1280, height: 800 },
])(
  'at $width × $height, everything fits and can be used by everybody, in both directions',
  async (viewport) => {
    for (const language of ['en', 'ar']) {
      const { page, close } = await open(songs, { viewport, locale: language, colorScheme: 'dark' });
      await awaitPlaying(page);
      expect(await findLayoutTroubles(page)).toEqual([]);
      expect(await findViolations(page)).toEqual([]);
      await seekTo(page, SONG_SECONDS - 1);
      await page.locator('[class*="between"]').first().waitFor();
      expect(await findLayoutTroubles(page)).toEqual([]);
      expect(await findViolations(page)).toEqual([]);
      await close();
    }
  },
);
