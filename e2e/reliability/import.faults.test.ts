import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { freePort, type Stack } from '@larksong/local';
import { importFolder } from '@larksong/operate/import';
import { mountSmallDisk, unmountSmallDisk } from '@larksong/service-kit/testing/small-disk';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';

import { openCatalogData, type CatalogData } from '../support/catalog-data.ts';
import { startSite } from '../support/start-site.ts';
import { expectEachOnce, FILM_COUNT, writeFilms } from './import-films.ts';
import { keepFull } from './keep-full.ts';

const STORAGE_MIB = 256;
const FULL_MS = 15_000;
const SKIPPED = 'Small file systems cannot be mounted here; only root may.';

let dataDir: string;
let storage: string;
let folder: string;
let port: number;
let site: Stack | undefined;
let data: CatalogData | undefined;

const start = () =>
  startSite({ dataDir, port, workers: 2, fsync: true, env: { catalog: { MIN_FREE_BYTES: '0' } } });

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'larksong-import-'));
  storage = join(dataDir, 'storage');
  if (!mountSmallDisk(storage, STORAGE_MIB)) return;
  folder = join(dataDir, 'films');
  await mkdir(folder);
  await writeFilms(folder);
  port = await freePort();
  site = await start();
});
afterAll(async () => {
  await data?.close();
  await site?.stop();
  if (site) unmountSmallDisk(storage);
  await rm(dataDir, { recursive: true, force: true });
});
beforeEach((context) => {
  if (!site) context.skip(SKIPPED);
});

interface Run {
  code: number | string;
  lines: string[];
}

/** Runs the command on the folder, and plants each fault of `at` once that number of files is done. */
async function runImport(at: Record<number, (stop: () => void) => Promise<void>>): Promise<Run> {
  if (!site) throw new Error('The site was not started.');
  const { url, superadmin } = site;
  const ending = new AbortController();
  const lines: string[] = [];
  const faults: Promise<void>[] = [];
  const code = await importFolder
    .run([folder], {
      environment: {
        LARKSONG_URL: url,
        LARKSONG_EMAIL: superadmin.email,
        LARKSONG_PASSWORD: superadmin.password,
      },
      signal: ending.signal,
      print(line) {
        lines.push(line);
        const fault = at[lines.length];
        if (fault) faults.push(fault(() => ending.abort()));
      },
      note: (line) => console.log(line),
    })
    .then(
      (result) => result ?? 0,
      (error: unknown) => String(error),
    );
  await Promise.all(faults);
  return { code, lines };
}

it('200 files are imported once each, across a full disk, a restart of the site and an interruption', async () => {
  const startedAt = performance.now();
  // The command waits for space, or stops with a sentence.
  const full = await runImport({ 30: () => keepFull(storage, FULL_MS), 60: async (stop) => stop() });
  expect(full.code).toMatch(/Run the same command again to continue\.$/);
  const interrupted = await runImport({
    90: async () => {
      await site?.stop();
      site = await start();
    },
    140: async (stop) => stop(),
  });
  expect(interrupted.code).toContain('The import was interrupted. Run the same command again to continue.');
  const last = await runImport({});
  console.log(`${last.lines.at(-1)} All runs took ${((performance.now() - startedAt) / 1000).toFixed(0)} s.`);
  expect(last.code).toBe(0);
  expect(last.lines).toHaveLength(FILM_COUNT + 1);

  data = await openCatalogData(site?.url ?? '');
  await expectEachOnce(data);
});
