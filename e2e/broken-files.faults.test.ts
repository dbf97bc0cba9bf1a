import { execFile } from 'node:child_process';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { catalog } from '@larksong/contracts';
import { FFMPEG, findCommand } from '@larksong/local';
import { firstKinds } from '@larksong/service-kit/testing/random';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';

import { signInPage, signInSuperadmin, type Account } from './support/accounts.ts';
import { openPage, type OpenedPage } from './support/browser.ts';
import { openCatalogData } from './support/catalog-data.ts';
import { sharedSite } from './support/shared-site.ts';

let superadmin: Account;
let opened: OpenedPage;
let page: Page;

beforeAll(async () => {
  superadmin = await signInSuperadmin();
  opened = await openPage();
  page = opened.page;
  await signInPage(page, superadmin);
});
afterAll(() => opened.close());

/** Returns the keys of all objects of a video. */
async function listObjectsOf(id: string): Promise<string[]> {
  const data = await openCatalogData(sharedSite().url);
  const keys = await data.listObjects();
  await data.close();
  return keys.filter((key) => key.includes(id));
}

async function makeFile(name: string): Promise<string> {
  const file = join(await mkdtemp(join(inject('workFolder'), 'file-')), name);
  if (name === 'text.mp4') await writeFile(file, 'Five little ducks went swimming one day.\n'.repeat(100));
  else {
    const ffmpeg = (await findCommand(FFMPEG.commands)) ?? 'ffmpeg';
    const input = ['-f', 'lavfi', '-i', 'testsrc=size=320x240', '-frames:v', '1'];
    await promisify(execFile)(ffmpeg, ['-v', 'error', ...input, '-f', 'mjpeg', file]);
  }
  return file;
}

describe('a file that is not a video', () => {
  it.each(
    firstKinds('KINDS', 1, [
      ['text.mp4', 'This file is not a video.'],
      ['picture.mp4', 'This file is a picture, not a video.'],
    ]),
  )(
    'the unusable file %s is listed as failed with a sentence, and deleted without a trace',
    async (name, sentence) => {
      await page.goto('/upload');
      await page.locator('input[type="file"][accept="video/*"]').setInputFiles(await makeFile(name));
      await page.getByLabel('Title').fill(`A ${name}`);
      await page.getByRole('button', { name: 'Upload', exact: true }).click();
      await page.getByText('Upload started.').waitFor();
      await page.goto('/transcoding');
      const card = page
        .getByRole('article')
        .filter({ hasText: `A ${name}` })
        .filter({ hasText: 'Failed' });
      await card.getByText(sentence).waitFor({ timeout: 60_000 });
      const { recentlyFailed } = (await superadmin.call(catalog.getTranscodingStatus, {})).data;
      const { id } = recentlyFailed.find(({ title }) => title === `A ${name}`) ?? { id: 'none' };
      expect(await listObjectsOf(id)).not.toEqual([]);
      await card.getByRole('button', { name: /^Delete/ }).click();
      const dialog = page.getByRole('alertdialog');
      await dialog
        .getByText('Are you sure you want to delete this video? This action cannot be undone.')
        .waitFor();
      await dialog.getByRole('button', { name: 'Delete' }).click();
      await card.waitFor({ state: 'detached' });
      await expect.poll(() => listObjectsOf(id), { timeout: 30_000 }).toEqual([]);
    },
  );
});
