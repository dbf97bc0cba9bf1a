import { randomBytes } from 'node:crypto';
import { openAsBlob } from 'node:fs';
import { gzipSync } from 'node:zlib';

import { catalog } from '@larksong/contracts';
import { firstKinds, isLongRun } from '@larksong/service-kit/testing/random';
import { expect, it } from 'vitest';

import { until } from './access/until.ts';
import { uploadFile } from './access/uploads.ts';
import { signInSuperadmin } from './support/accounts.ts';
import { openPage } from './support/browser.ts';
import { makeClip } from './support/clips.ts';
import { sharedSite } from './support/shared-site.ts';
import { collectResponses, saveData, sizeOf, toKb } from './support/sizes.ts';

/** Compressed bytes that a first visit may load. */
const SCRIPT_BYTES = { '/': 150_000, '/songs': 150_000, '/you': 138_000, '/for-parents': 140_000 };
const STYLE_BYTES = 15_000;
/** Compressed bytes that the first song may load in addition. */
const PLAYER_BYTES = 200_000;

it.each(firstKinds('KINDS', 2, ['/', '/songs', '/you', '/for-parents'] as const))(
  'the first visit of %s stays within its size budget',
  async (path) => {
    const { page, trouble, close } = await openPage();
    const responses = collectResponses(page);
    await saveData(page);
    await page.goto(path, { waitUntil: 'networkidle' });
    expect(trouble.errors).toEqual([]); // a page that failed to load would be small, too
    const inPage = (await page.locator('head > style').allTextContents()).join('');
    expect(inPage).not.toBe('');
    const script = await sizeOf('.js', responses);
    const style = (await sizeOf('.css', responses)) + gzipSync(inPage).length;
    console.log(`${path}: ${toKb(script)} of script, ${toKb(style)} of style`);
    expect(script).toBeLessThanOrEqual(SCRIPT_BYTES[path]);
    expect(style).toBeLessThanOrEqual(STYLE_BYTES);
    await close();
  },
);

it.runIf(isLongRun)('the player of the first song stays within its size budget', async () => {
  const superadmin = await signInSuperadmin();
  const title = `A light song ${randomBytes(4).toString('hex')}`;
  const file = await openAsBlob(await makeClip({ seconds: 4, width: 320, height: 180 }));
  const id = await uploadFile(sharedSite().url, superadmin, { title, visibility: 'public', file });
  const isReady = async () =>
    (await superadmin.call(catalog.getVideo, { params: { id } })).data.video.status === 'completed';
  await until(isReady, { what: 'the video completed', withinSeconds: 240 });

  const { page, trouble, close } = await openPage();
  await page.goto('/songs', { waitUntil: 'networkidle' });
  const responses = collectResponses(page);
  await page.getByRole('listitem').filter({ hasText: title }).getByRole('link').click();
  const video = page.locator('video');
  await video.evaluate((element) => (element as HTMLVideoElement).play());
  await expect
    .poll(() => video.evaluate((element) => (element as HTMLVideoElement).currentTime))
    .toBeGreaterThan(0.5);
  // The code for lock screens and media keys comes last, and counts, too.
  await expect.poll(() => page.evaluate(() => navigator.mediaSession.metadata?.title)).toBe(title);
  expect(trouble.errors).toEqual([]);
  const script = await sizeOf('.js', responses);
  console.log(`a song: ${toKb(script)} of script`);
  expect(script).toBeLessThanOrEqual(PLAYER_BYTES);
  await close();
});
