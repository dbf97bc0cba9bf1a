import { catalog } from '@larksong/contracts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { signInSuperadmin, type Account } from './support/accounts.ts';
import { openPage, type OpenedPage } from './support/browser.ts';
import { makeClip } from './support/clips.ts';
import { readStream } from './support/streams.ts';
import { sharedSite } from './support/shared-site.ts';

const TITLE = 'Five Ducks on the Pond';
const SECONDS = 6;
const FRAME_RATE = 10;

let opened: OpenedPage;
let page: Page;
let superadmin: Account;
let video: catalog.Video;

beforeAll(async () => {
  superadmin = await signInSuperadmin();
  opened = await openPage({ viewport: { width: 1280, height: 800 } });
  page = opened.page;
});
afterAll(() => opened.close());

/** Returns mean and spread of the picture in a video element, from 0 to 255. */
function measurePicture(target: Page) {
  return target.locator('video').evaluate((element) => {
    const canvas = document.createElement('canvas');
    canvas.width = 64;
    canvas.height = 36;
    const context = canvas.getContext('2d');
    context?.drawImage(element as HTMLVideoElement, 0, 0, 64, 36);
    const { data } = context?.getImageData(0, 0, 64, 36) ?? { data: [] as number[] };
    const greens = Array.from(data).filter((_, index) => index % 4 === 1);
    const mean = greens.reduce((sum, value) => sum + value, 0) / greens.length;
    return { mean, spread: Math.max(...greens) - Math.min(...greens) };
  });
}

const currentTime = (target: Page) =>
  target.locator('video').evaluate((element) => (element as HTMLVideoElement).currentTime);

describe('from a file to a song that plays', () => {
  it('a superadmin signs in by the dialog', async () => {
    const { email, password } = sharedSite().superadmin;
    await page.goto('/');
    await page.getByRole('banner').getByRole('button', { name: 'Sign in' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Email').fill(email);
    await dialog.getByLabel('Password').fill(password);
    await dialog.locator('form').getByRole('button', { name: 'Sign in' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('link', { name: 'Upload Video' }).click();
    await page.getByRole('heading', { name: 'Upload Video' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/upload');
  });

  it('the upload form names missing input, and then uploads a clip', async () => {
    const submit = page.getByRole('button', { name: 'Upload', exact: true });
    await submit.click();
    await page.getByText('Select a video file').waitFor();
    const clip = await makeClip({ seconds: SECONDS, width: 1280, height: 720, frameRate: FRAME_RATE });
    await page.locator('input[type="file"][accept="video/*"]').setInputFiles(clip);
    await page.getByLabel('Title').fill(''); // the file has given it one
    await submit.click();
    await page.getByText('Enter a title').waitFor();
    await page.getByLabel('Title').fill(TITLE);
    await page.getByLabel('Grade').fill('Kindergarten');
    await submit.click();
    await page
      .getByText('Upload started. Transcoding (720p, 480p, 360p) will run in the background.')
      .waitFor();
    expect(await page.getByLabel('Title').inputValue()).toBe('');
  });

  it('the dashboard refreshes itself and shows the video as Ready', async () => {
    await page.goto('/transcoding');
    const card = page.getByRole('listitem').filter({ hasText: TITLE });
    await card.getByText('Ready', { exact: true }).waitFor({ timeout: 240_000 });
    const { data } = await superadmin.call(catalog.getTranscodingStatus, {});
    const done = data.recentlyCompleted.find(({ title }) => title === TITLE);
    expect(done).toMatchObject({ resolutions: ['720p', '480p', '360p'] });
    expect(done?.duration).toBeCloseTo(SECONDS, 1);
    await card.getByText('0:06', { exact: true }).waitFor();
    await card.locator('summary').click();
    await card.getByText('720p, 480p, 360p').waitFor();
  });

  it('the song is in the grid with its thumbnail, duration and tag', async () => {
    await page.goto('/songs');
    const card = page.getByRole('listitem').filter({ hasText: TITLE });
    await card.getByText('0:06').waitFor();
    await expect
      .poll(() => card.locator('img').evaluate((image) => (image as HTMLImageElement).naturalWidth))
      .toBeGreaterThan(100);
    await page.getByRole('button', { name: 'Kindergarten' }).click();
    await page.waitForURL(/filter=/);
    await card.getByRole('link').click();
    await page.getByRole('heading', { name: TITLE }).waitFor();
    const id = new URL(page.url()).searchParams.get('v') ?? '';
    ({ video } = (await superadmin.call(catalog.getVideo, { params: { id } })).data);
    expect(video.tags).toEqual([{ tagType: 'grade', tagValue: 'Kindergarten' }]);
  });

  it('the player is the next stop of the keyboard after the title of the song', async () => {
    await page.getByRole('slider', { name: 'Seek' }).waitFor();
    const readFocus = () =>
      page.evaluate(() => {
        const { activeElement } = document;
        return activeElement?.closest('section')?.ariaLabel ?? activeElement?.tagName;
      });
    await expect.poll(readFocus).toBe('H1');
    await page.keyboard.press('Tab');
    expect(await readFocus()).toBe('Video player');
  });

  it('the song plays in three qualities with a picture', async () => {
    await expect.poll(() => currentTime(page), { timeout: 30_000 }).toBeGreaterThan(1.5);
    const { mean, spread } = await measurePicture(page);
    expect(mean).toBeGreaterThan(20);
    expect(spread).toBeGreaterThan(60);
    const qualities = await page.getByLabel('Quality').locator('option').allInnerTexts();
    expect(qualities.slice(1)).toEqual(['720p', '480p', '360p']);
    expect(opened.trouble).toEqual({ errors: [], foreignRequests: [] });
  });

  it('the song plays for a visitor on a phone', async () => {
    const phone = await openPage({ viewport: { width: 360, height: 740 } });
    await phone.page.goto(`/songs?v=${video.id}`);
    await phone.page.getByRole('heading', { name: TITLE }).waitFor();
    await phone.page.locator('video').evaluate((element) => (element as HTMLVideoElement).play());
    await expect.poll(() => currentTime(phone.page), { timeout: 30_000 }).toBeGreaterThan(1);
    const overflow = await phone.page.evaluate(
      () => document.documentElement.scrollWidth - window.innerWidth,
    );
    expect(overflow).toBeLessThanOrEqual(0);
    expect(phone.trouble).toEqual({ errors: [], foreignRequests: [] });
    await phone.close();
  });
});

describe('the stream that was made', () => {
  it('the stream decodes without errors, gaps or overlaps, with all rungs on one grid', async () => {
    const renditions = await readStream(sharedSite().url, video.id);
    expect(renditions.map(({ name }) => name).toSorted()).toEqual(['360p', '480p', '720p', 'audio']);
    const pictures = renditions.filter(({ name }) => name !== 'audio');
    for (const rendition of renditions) {
      expect(rendition.isEnded).toBe(true);
      expect(rendition.decodeErrors).toBe('');
      let expectedStart = 0;
      for (const segment of rendition.segments) {
        expect(segment.startTicks).toBe(expectedStart);
        expectedStart = segment.startTicks + segment.durationTicks;
      }
      expect(expectedStart / rendition.timescale).toBeCloseTo(SECONDS, 1);
    }
    for (const rendition of pictures) {
      expect(rendition.frames).toBe(SECONDS * FRAME_RATE);
      expect(rendition.segments.map((segment) => segment.startTicks / rendition.timescale)).toEqual([0, 4]);
    }
  });

  it('a completed video is in the list that the page Songs requests', async () => {
    const { data } = await superadmin.call(catalog.listVideos, { query: { limit: 50, sort: 'newest' } });
    expect(data.videos.find(({ id }) => id === video.id)).toMatchObject({
      status: 'completed',
      playable: true,
    });
  });
});
