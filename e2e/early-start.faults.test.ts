import { openAsBlob } from 'node:fs';

import { catalog } from '@larksong/contracts';
import { firstKinds, isLongRun } from '@larksong/service-kit/testing/random';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';

import { until } from './access/until.ts';
import { uploadFile } from './access/uploads.ts';
import { createMember, signInPage, signInSuperadmin, type Account } from './support/accounts.ts';
import { openPage } from './support/browser.ts';
import { makeClip } from './support/clips.ts';
import { sharedSite } from './support/shared-site.ts';

const VIEWPORTS = {
  'a wide screen': { viewport: { width: 1920, height: 1080 }, leastShare: 0.55 },
  'a phone': { viewport: { width: 360, height: 740 }, leastShare: 0.25 },
};

let superadmin: Account;
let id: string;
let shortId: string;

beforeAll(async () => {
  superadmin = await signInSuperadmin();
  [id, shortId] = await Promise.all([publish('An early song', 20), publish('A short song', 2)]);
});

async function publish(title: string, seconds: number): Promise<string> {
  const file = await openAsBlob(await makeClip({ seconds, width: 160, height: 90, frameRate: 10 }));
  const video = await uploadFile(sharedSite().url, superadmin, { title, visibility: 'public', file });
  const read = async () =>
    (await superadmin.call(catalog.getVideo, { params: { id: video } })).data.video.status;
  await until(async () => (await read()) === 'completed', { what: title, withinSeconds: 200 });
  return video;
}

interface Opening {
  video?: string;
  viewport?: { width: number; height: number };
  query?: string;
}

/** Opens the page of the song, whose code arrives only when `release` is called. */
async function openWithoutCode({ video = id, viewport, query = '' }: Opening, account?: Account) {
  const opened = await openPage(viewport && { viewport });
  if (account) await signInPage(opened.page, account);
  const code = Promise.withResolvers<void>();
  await opened.page.route(/\/assets\/index-[^/]+\.js$/, async (route) => {
    await code.promise;
    await route.continue();
  });
  await opened.page.route(/\/songs\?v=/, async (route) => {
    let response = await route.fetch();
    const namesBeginning = async () => {
      if ((await response.text()).includes('/playlist.m3u8')) return true;
      response = await route.fetch(); // catalog has taken longer than a page waits
      return false;
    };
    await until(namesBeginning, { what: 'a page that names its first segments', withinSeconds: 30 });
    await route.fulfill({ response });
  });
  const requested: string[] = [];
  opened.page.on('request', (request) => requested.push(new URL(request.url()).pathname));
  await opened.page.goto(`/songs?v=${video}${query}`, { waitUntil: 'commit' });
  return { ...opened, requested, release: code.resolve };
}

const readTime = (page: Page) =>
  page.locator('video').evaluate((video) => (video as HTMLVideoElement).currentTime);

// Songs play in their own time, so they play side by side.
describe.concurrent('songs that start early', () => {
  it.for(firstKinds('SONG_STARTS', 1, Object.entries(VIEWPORTS)))(
    'a song plays where its picture was before the code of its page has arrived, and continues in the player, on %s',
    async ([, { viewport, leastShare }], { expect }) => {
      const { page, trouble, requested, release, close } = await openWithoutCode({ viewport });
      const early = page.locator('#start video');
      await early.waitFor();
      await expect.poll(() => readTime(page)).toBeGreaterThan(0.2);
      const place = await early.boundingBox();
      expect(place).toEqual(await page.locator('#start img.still').boundingBox());
      const share = ((place?.width ?? 0) * (place?.height ?? 0)) / (viewport.width * viewport.height);
      expect(share).toBeGreaterThanOrEqual(leastShare);
      const segment = requested.findIndex((path) => path.endsWith('.m4s'));
      expect(requested.slice(0, segment).filter((path) => path.endsWith('.m3u8'))).toEqual([]);
      await early.evaluate((video) => Object.assign(video, { isEarly: true }));
      release();
      await page.getByRole('heading', { name: 'An early song' }).waitFor();
      const player = page.locator('#root video');
      expect(await player.evaluate((video) => 'isEarly' in video)).toBe(true);
      const after = await player.boundingBox();
      for (const side of ['x', 'y', 'width', 'height'] as const)
        expect(after?.[side], side).toBeCloseTo(place?.[side] ?? NaN, 0);
      await expect.poll(() => readTime(page)).toBeGreaterThan(5); // beyond the first segment
      expect(trouble).toEqual({ errors: [], foreignRequests: [] });
      await close();
    },
  );

  it.for(
    firstKinds('SONG_STARTS', 1, [
      ['for a member', 'they stopped', '', 13],
      ['for a visitor', 'the link says', '&t=9', 9],
    ]),
  )(
    'a song starts early %s where %s, and continues in the player',
    async ([who, , query, seconds], { expect }) => {
      const member = who === 'for a member' ? await createMember() : undefined;
      await member?.call(catalog.recordView, { params: { id }, body: { watchedDuration: seconds } });
      const { page, trouble, release, close } = await openWithoutCode({ query }, member);
      await page.locator('#start video').waitFor();
      await expect.poll(() => readTime(page)).toBeGreaterThan(seconds);
      release();
      await page.locator('#root video').waitFor();
      await expect.poll(() => readTime(page)).toBeGreaterThan(seconds + 4); // in the next segment
      expect(trouble).toEqual({ errors: [], foreignRequests: [] });
      await close();
    },
  );

  it.runIf(isLongRun).for(
    firstKinds('SONG_STARTS', 1, [
      ['the middle', '5', (video: HTMLVideoElement) => video.currentTime > 11],
      ['the end', 'End', (video: HTMLVideoElement) => video.ended],
    ]),
  )(
    '%s, sought before the player has the stream, is where it starts',
    async ([, key, hasArrived], { expect }) => {
      const { page, close } = await openPage();
      const sought = Promise.withResolvers<void>();
      await page.route(/\.m4s$/, async (route) => {
        await sought.promise;
        await route.continue();
      });
      await page.goto(`/songs?v=${id}`, { waitUntil: 'commit' });
      await page.getByRole('slider', { name: 'Seek' }).focus();
      await page.keyboard.press(key);
      sought.resolve();
      await expect.poll(() => page.locator('video').evaluate(hasArrived)).toBe(true);
      await close();
    },
  );

  it.runIf(isLongRun)(
    'a link to the last segment plays it, although the sound of its beginning is in the segment before',
    async ({ expect }) => {
      const video = await publish('A song of two segments', 6);
      const { page, release, close } = await openWithoutCode({ video, query: '&t=4' });
      release();
      const player = page.locator('#root video');
      await expect.poll(() => player.evaluate((video: HTMLVideoElement) => video.ended)).toBe(true);
      await close();
    },
  );
});

it.runIf(isLongRun)(
  'a song that nearly ends before its player loads finishes and does not restart',
  async () => {
    const { page, release, close } = await openWithoutCode({ video: shortId });
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: 6 }); // the player loads once the song is over
    const early = page.locator('#start video');
    await expect.poll(() => readTime(page)).toBeGreaterThan(1.2);
    await early.evaluate((video: HTMLVideoElement) => {
      video.addEventListener('seeking', () => (video.dataset['sought'] = String(video.currentTime)));
    });
    release();
    const player = page.locator('#root video');
    await expect.poll(() => player.evaluate((video: HTMLVideoElement) => video.ended)).toBe(true);
    expect(Number((await player.getAttribute('data-sought')) ?? Infinity)).toBeGreaterThan(1.2);
    await close();
  },
);
