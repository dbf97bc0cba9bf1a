import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { openAsBlob } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';

import { auth, catalog, game } from '@larksong/contracts';
import type { Stack } from '@larksong/local';
import { mountSmallDisk, unmountSmallDisk } from '@larksong/service-kit/testing/small-disk';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { until } from '../access/until.ts';
import { createMember, signInSuperadmin, visitor, type Account } from '../support/accounts.ts';
import { openCatalogData } from '../support/catalog-data.ts';
import { makeClip } from '../support/clips.ts';
import { startSite } from '../support/start-site.ts';
import { readStream } from '../support/streams.ts';
import { uploadUntilAccepted } from './fault-uploads.ts';
import { describeAnswers, startLoad, type Load } from './load.ts';

const MAIN = join(dirname(dirname(import.meta.dirname)), 'infra', 'local', 'src', 'main.ts');
const CALM_MS = 5000;
const DELETE_EVERY_MS = 1500;
/** About 50 requests a second, uploads among them. */
const EVERY_MS = { read: 25, write: 100, upload: 2000 };

let folder: string;
let dataDir: string;
let site: Stack;
let clip: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'larksong-backup-'));
  dataDir = join(folder, 'data');
  clip = await makeClip({ seconds: 6, width: 320, height: 180 });
  site = await startSite({ dataDir, hasStarterContent: true });
});
afterAll(async () => {
  await site?.stop();
  await rm(folder, { recursive: true, force: true });
});

/** Runs a command for operators on the site of the test. */
async function larksong(...args: string[]): Promise<{ code: number | null; output: string }> {
  const child = spawn(process.execPath, [MAIN, 'larksong', ...args], {
    env: { ...process.env, DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [output, complaint] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ]);
  console.log(`larksong ${args[0]}: ${child.exitCode}\n${output}${complaint}`);
  return { code: child.exitCode, output: output + complaint };
}

/** Deletes accepted videos in turn, the oldest first, until the signal is aborted. Returns their number. */
async function deleteInTurn(load: Load, account: Account, signal: AbortSignal): Promise<number> {
  const deleted = new Set<string>();
  while (!signal.aborted) {
    await pause(DELETE_EVERY_MS, undefined, { signal }).catch(() => {});
    const id = [...load.accepted.values()].find((each) => !deleted.has(each));
    if (id === undefined) continue;
    deleted.add(id);
    await account.call(catalog.deleteVideo, { params: { id } });
  }
  return deleted.size;
}

async function listVideoIds(account: Account): Promise<string[]> {
  const { data } = await account.call(catalog.listVideos, { query: { limit: 100 } });
  return data.videos.map(({ id }) => id);
}

async function readGame(): Promise<unknown> {
  return (await visitor(site.url)(game.listCategories, {})).data;
}

async function untilNothingIsProcessed(): Promise<void> {
  const data = await openCatalogData(site.url);
  const isIdle = async () => {
    const left = await data.db.selectFrom('videos').select('id').where('status', '=', 'processing').execute();
    return left.length === 0;
  };
  await until(isIdle, { what: 'every video is completed', withinSeconds: 300 });
  await data.close();
}

it('a backup under load restores, after everything was deleted, to a site whose databases and files agree', async () => {
  const superadmin = await signInSuperadmin(site);
  const member = await createMember(site.url);
  const videoId = await uploadUntilAccepted(site, { path: clip, title: 'A song that stays' });
  await untilNothingIsProcessed();
  const letters = await readGame();
  const options = { account: superadmin, clip: await openAsBlob(clip), everyMs: EVERY_MS, videoId };
  const load = startLoad({ ...options, send: (path, init) => fetch(site.url + path, init) });
  const deleting = new AbortController();
  const deletions = deleteInTurn(load, superadmin, deleting.signal);
  await pause(CALM_MS);
  const backups = join(folder, 'backups');
  expect((await larksong('backup', backups)).code).toBe(0);
  await pause(CALM_MS);
  expect((await larksong('backup', backups)).code).toBe(0);
  deleting.abort();
  await load.stop();
  console.log(`${describeAnswers(load.answers)}; ${await deletions} deleted`);
  const failed = load.answers.filter(({ status }) => status === 0 || status >= 500);
  expect(failed).toEqual([]);

  const { port } = new URL(site.localUrl);
  await site.stop();
  await rm(dataDir, { recursive: true });
  const restored = await larksong('restore', backups);
  expect(restored.code).toBe(0);
  expect(restored.output).toContain('0 files lost');
  site = await startSite({ dataDir, port: Number(port) });

  const back = await signInSuperadmin(site);
  await visitor(site.url)(auth.login, { body: { email: member.user.email, password: member.password } });
  // Nobody is signed out: the keys and secrets are those of before.
  expect((await superadmin.call(auth.getProfile, {})).data.user.id).toBe(back.user.id);
  expect(await readGame()).toEqual(letters);
  await untilNothingIsProcessed();
  const videoIds = await listVideoIds(back);
  expect(videoIds).toContain(videoId);
  for (const id of videoIds) {
    const renditions = await readStream(site.url, id, { authorization: `Bearer ${back.accessToken}` });
    expect(renditions.map(({ decodeErrors }) => decodeErrors).join('')).toBe('');
    expect(renditions.every(({ isEnded }) => isEnded)).toBe(true);
  }
  const { code, output } = await larksong('verify', '--json');
  expect({ code, ...JSON.parse(output) }).toMatchObject({ code: 0, lost: [], orphans: [] });
});

it('a backup to a disk without enough space is refused with a sentence and leaves the older backups', async (test) => {
  const disk = join(folder, 'small-disk');
  if (!mountSmallDisk(disk, 1)) test.skip('Small file systems cannot be mounted here; only root may.');
  try {
    const { code, output } = await larksong('backup', disk);
    expect(output).toMatch(/The backup needs .* more in .*, where only .* are free/);
    expect(code).toBe(1);
    expect(await readdir(join(disk, 'backups'), { recursive: true })).not.toContain('manifest.json');
  } finally {
    unmountSmallDisk(disk);
  }
});
