import { isLongRun } from '@larksong/service-kit/testing/random';
import { openAsBlob } from 'node:fs';

import { catalog } from '@larksong/contracts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { until } from './access/until.ts';
import { uploadFile } from './access/uploads.ts';
import { findViolations } from './support/accessibility.ts';
import { signInSuperadmin, type Account } from './support/accounts.ts';
import { openPage } from './support/browser.ts';
import { makeClip } from './support/clips.ts';
import { findLayoutTroubles } from './support/layout-troubles.ts';
import { sharedSite } from './support/shared-site.ts';

const TITLES = ['A song that ends', 'The song after it'] as const;
let superadmin: Account;
const ids: string[] = [];

beforeAll(async () => {
  superadmin = await signInSuperadmin();
  const file = await openAsBlob(await makeClip({ seconds: 2, width: 90, height: 160 }));
  for (const title of TITLES)
    ids.push(await uploadFile(sharedSite().url, superadmin, { title, visibility: 'public', file }));
  const read = async (id: string) => (await superadmin.call(catalog.getVideo, { params: { id } })).data.video;
  const areReady = async () =>
    (await Promise.all(ids.map(read))).every(({ status }) => status === 'completed');
  await until(areReady, { what: 'the videos completed', withinSeconds: 240 });
});
afterAll(async () => {
  for (const id of ids) await superadmin.call(catalog.deleteVideo, { params: { id } });
});

const openSong = (page: Page) => page.goto(`/songs?v=${ids[0]}`);
const replayOf = (page: Page) =>
  page.getByRole('region', { name: 'Video player' }).getByRole('button', { name: 'Replay' }).first();
const isFullScreen = (page: Page) => page.evaluate(() => document.fullscreenElement !== null);

it('at the end, Replay and other songs work by keyboard in full screen, and nothing starts automatically', async () => {
  const { page, trouble, close } = await openPage();
  await openSong(page);
  await page.getByRole('button', { name: 'Full screen' }).click();
  await replayOf(page).focus();
  expect(await isFullScreen(page)).toBe(true);
  await page.keyboard.press('Tab');
  const song = page.getByRole('list', { name: 'More songs' }).getByRole('link', { name: TITLES[1] });
  while (!(await song.evaluate((link) => link === document.activeElement))) await page.keyboard.press('Tab');
  expect(new URL(page.url()).searchParams.get('v')).toBe(ids[0]);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: TITLES[1] }).waitFor({ state: 'attached' });
  await expect.poll(() => isFullScreen(page)).toBe(true);
  await replayOf(page).waitFor(); // it was played to its end
  expect(trouble.errors).toEqual([]);
  await close();
});

it.runIf(isLongRun)(
  'at 360 px, the stage of a portrait film is tall, nothing moves, and the pictures at its end fit',
  async () => {
    const { page, close } = await openPage({ viewport: { width: 360, height: 640 } });
    await page.addInitScript(() => {
      Object.assign(window, { shifted: 0 });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries())
          if ('value' in entry)
            Object.assign(window, { shifted: Reflect.get(window, 'shifted') + entry.value });
      }).observe({ type: 'layout-shift', buffered: true });
    });
    await openSong(page);
    await replayOf(page).waitFor();
    const stage = await page.getByRole('region', { name: 'Video player' }).boundingBox();
    expect((stage?.height ?? 0) / 640).toBeCloseTo(0.7, 2);
    expect(stage?.width).toBe(360);
    const shifted = await page.evaluate(() => Number(Reflect.get(window, 'shifted')));
    expect(shifted).toBeLessThanOrEqual(0.02);
    const tiles = await page
      .getByRole('list', { name: 'More songs' })
      .getByRole('link')
      .evaluateAll((links) => links.map((link) => link.getBoundingClientRect().toJSON() as DOMRect)); // its own fields
    for (const { width, height } of tiles) expect(Math.min(width, height)).toBeGreaterThanOrEqual(44);
    const left = Math.min(...tiles.map((tile) => tile.left));
    const right = Math.max(...tiles.map((tile) => tile.right));
    expect(left, 'the pictures are in the middle').toBeCloseTo(360 - right, 0);
    expect(await findLayoutTroubles(page)).toEqual([]);
    expect(await findViolations(page)).toEqual([]);
    await close();
  },
);
