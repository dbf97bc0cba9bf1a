import { mkdtemp, open as openFile } from 'node:fs/promises';
import { join } from 'node:path';

import { catalog } from '@larksong/contracts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';

import { signInPage, signInSuperadmin, type Account } from './support/accounts.ts';
import { openPage } from './support/browser.ts';
import { openCatalogData } from './support/catalog-data.ts';
import { sharedSite } from './support/shared-site.ts';

const SIZE_BYTES = 120 * 1024 ** 2;
const PART_BYTES = 8 * 1024 ** 2;
const TITLE = 'A very long song';

let superadmin: Account;
beforeAll(async () => {
  superadmin = await signInSuperadmin();
});
afterAll(async () => {
  const video = await findVideo();
  if (video) await superadmin.call(catalog.deleteVideo, { params: { id: video.id } });
});

/** Returns the uploaded video, which has failed as soon as a worker has looked at it. */
async function findVideo() {
  const { data } = await superadmin.call(catalog.getTranscodingStatus, {});
  return [...data.processing, ...data.recentlyFailed].find(({ title }) => title === TITLE);
}

/** Makes a sparse file, which takes no space on disk. */
async function makeSparseFile(): Promise<string> {
  const file = join(await mkdtemp(join(inject('workFolder'), 'sparse-')), 'long.mp4');
  const handle = await openFile(file, 'w');
  await handle.truncate(SIZE_BYTES);
  await handle.close();
  return file;
}

const readSent = (page: Page) =>
  page.evaluate(() => document.querySelector<HTMLProgressElement>('main progress')?.position ?? 0);

describe('an upload of 300 MiB in the browser', () => {
  it('an upload that loses the network halfway resumes when it is back, and does not resend stored parts', async () => {
    const { page, close } = await openPage();
    await signInPage(page, superadmin);
    const finished: string[] = [];
    page.on('requestfinished', (request) => {
      const part = /\/parts\/\d+/.exec(request.url())?.[0];
      if (part !== undefined) finished.push(part);
    });
    await page.goto('/upload');
    await page
      .locator('input[type="file"]')
      .first()
      .setInputFiles(await makeSparseFile());
    await page.getByLabel('Title').fill(TITLE);
    await page.getByRole('button', { name: 'Upload', exact: true }).click();
    await page.waitForFunction(
      () => (document.querySelector<HTMLProgressElement>('main progress')?.position ?? 0) > 0.45,
      undefined,
      { polling: 20, timeout: 60_000 },
    );
    await page.context().setOffline(true);
    await page
      .getByText('Connection lost. The upload continues when it is back.')
      .waitFor({ timeout: 30_000 });
    const sentWhenLost = await readSent(page);
    await page.context().setOffline(false);
    await page
      .getByText('Upload started. Transcoding (720p, 480p, 360p) will run in the background.')
      .waitFor({ timeout: 90_000 });
    const parts = Math.ceil(SIZE_BYTES / PART_BYTES);
    console.log(
      `lost at ${(sentWhenLost * 100).toFixed(0)} %; ${parts} parts arrived by ${finished.length} requests`,
    );
    expect(sentWhenLost).toBeGreaterThan(0.3);
    expect(sentWhenLost).toBeLessThan(1);
    expect(new Set(finished).size).toBe(parts);
    expect(finished.length).toBeLessThanOrEqual(parts + 2); // an answer in flight may have been lost
    await close();
  });

  it('a resumed upload is stored completely', async () => {
    const video = await findVideo();
    const catalogService = await openCatalogData(sharedSite().url);
    const key = catalog.sourceKey(video?.id ?? 'none');
    expect((await catalogService.storage.stat(key))?.sizeBytes).toBe(SIZE_BYTES);
    expect(await catalogService.storage.listUploads()).toEqual([]);
    await catalogService.close();
  });
});
