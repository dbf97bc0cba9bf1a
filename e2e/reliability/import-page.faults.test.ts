import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { freePort, type Stack } from '@larksong/local';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { signInPage, signInSuperadmin } from '../support/accounts.ts';
import { openPage } from '../support/browser.ts';
import { openCatalogData, type CatalogData } from '../support/catalog-data.ts';
import { startSite } from '../support/start-site.ts';
import { expectEachOnce, FILM_COUNT, writeFilms } from './import-films.ts';

let dataDir: string;
let films: string[];
let port: number;
let site: Stack;
let data: CatalogData | undefined;

const start = () => startSite({ dataDir, port, workers: 2, fsync: true });

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'larksong-import-page-'));
  films = await writeFilms(dataDir);
  port = await freePort();
  site = await start();
});
afterAll(async () => {
  await data?.close();
  await site?.stop();
  await rm(dataDir, { recursive: true, force: true });
});

/** Chooses all films, and waits until they have been compared with the site. */
async function chooseFilms(page: Page): Promise<void> {
  await page.goto('/import');
  await page.locator('input[type="file"]:not([webkitdirectory])').setInputFiles(films);
  await page.getByRole('button', { name: /^Import \d+ videos$/ }).waitFor({ timeout: 120_000 });
}

async function untilImported(page: Page, count: number): Promise<void> {
  const imported = page.getByRole('region', { name: 'Videos' }).getByText('Imported', { exact: true });
  await expect.poll(() => imported.count(), { timeout: 300_000 }).toBeGreaterThanOrEqual(count);
}

it('200 files that are chosen together are imported once each, across a lost connection, a restart and a reload', async () => {
  const startedAt = performance.now();
  const { page, trouble, close } = await openPage({ site: site.url });
  await signInPage(page, await signInSuperadmin(site));
  await chooseFilms(page);
  await page.getByRole('button', { name: /^Import \d+ videos$/ }).click();

  await untilImported(page, 40);
  await page.context().setOffline(true);
  await page.getByText('Connection lost. The import continues when it is back.').waitFor();
  await page.context().setOffline(false);
  await untilImported(page, 60);
  await site.stop();
  site = await start();
  await untilImported(page, 90);

  page.once('dialog', (dialog) => void dialog.accept());
  await page.reload();
  await page.getByText(/^An earlier import was interrupted: \d+ of \d+ videos are left/).waitFor();
  await chooseFilms(page);
  await page.getByRole('button', { name: /^Import \d+ videos$/ }).click();
  await page.getByText('The import is complete.').waitFor({ timeout: 600_000 });
  console.log(`${FILM_COUNT} files in ${((performance.now() - startedAt) / 1000).toFixed(0)} s`);

  const isOffline = (error: string) => error.startsWith('Failed to load resource');
  expect(trouble.errors.filter((error) => !isOffline(error))).toEqual([]);
  data = await openCatalogData(site.url);
  await expectEachOnce(data);
  await close();
});
