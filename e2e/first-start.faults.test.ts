import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { findSetupAddress, followSetup, type Stack } from '@larksong/local';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { findViolations } from './support/accessibility.ts';
import { openPage } from './support/browser.ts';
import { makeClip } from './support/clips.ts';
import { startSite } from './support/start-site.ts';

const PASSWORD = 'a good long password';

let folder: string;
let dataDir: string;
let site: Stack;
const following = new AbortController();
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'larksong-first-start-'));
  dataDir = join(folder, 'data');
  site = await startSite({ dataDir, workers: 1, env: { auth: { SETUP: 'on' } } });
});
afterAll(async () => {
  following.abort();
  await site?.stop();
  await rm(folder, { recursive: true, force: true });
});

it('a volunteer sets up the site with the printed address, signs in, and uploads a song that plays', async () => {
  const startedAt = performance.now();
  const followed = followSetup(site, { dataDir, say: () => {}, signal: following.signal });
  const storageFolder = join(folder, 'videos');
  await mkdir(storageFolder);
  const { page, close } = await openPage({ site: site.url });
  await page.goto((await findSetupAddress(site)) ?? '');
  await page.getByLabel('Name of this site').fill('Oak School');
  expect(new URL(page.url()).hash).toBe('');
  await page.getByLabel('Username').fill('olive');
  await page.getByLabel('Email').fill('olive@school.example');
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByLabel('Folder for videos').fill(storageFolder);
  expect(await findViolations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Finish' }).click();
  await page.getByText('The site is restarting').waitFor();
  await page.getByRole('heading', { name: 'Your site is ready' }).waitFor();
  await followed;

  await page.locator('main').getByRole('button', { name: 'Sign in' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Email').fill('olive@school.example');
  await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await dialog.locator('form').getByRole('button', { name: 'Sign in' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await page.goto('/upload');
  const clip = await makeClip({ seconds: 12, width: 320, height: 180 });
  await page.locator('input[type=file]').first().setInputFiles(clip);
  await page.getByLabel('Title').fill('Our first song');
  await page.getByRole('button', { name: 'Upload', exact: true }).click();
  await page.getByText('Upload started.').waitFor();
  await page.goto('/songs');
  await page.getByRole('link', { name: 'Our first song' }).first().click();
  await expect
    .poll(() => page.locator('video').evaluate((video) => (video as HTMLVideoElement).currentTime))
    .toBeGreaterThan(1);
  console.log(`from the start to the first song: ${((performance.now() - startedAt) / 1000).toFixed(1)} s`);
  expect(await readdir(storageFolder)).toContain('videos');
  expect(await page.title()).toContain('Oak School');
  await page.goto('/setup#AAAA-AAAA-AAAA-AAAA');
  await page.getByRole('heading', { name: 'This site has been set up' }).waitFor();
  await close();
});
