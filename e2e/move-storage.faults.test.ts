import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';

import { catalog } from '@larksong/contracts';
import { freePort } from '@larksong/local';
import { createStorage } from '@larksong/service-kit/storage';
import { startMinio, toS3Settings } from '@larksong/service-kit/testing/minio';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';

import { until } from './access/until.ts';
import { uploadUntilAccepted } from './reliability/fault-uploads.ts';
import { signInSuperadmin } from './support/accounts.ts';
import { makeClip } from './support/clips.ts';
import { readStream } from './support/streams.ts';

const MAIN = join(dirname(import.meta.dirname), 'infra', 'local', 'src', 'main.ts');

/** Between two uploads. */
const PAUSE_MS = 5000;

let folder: string;
let dataDir: string;
let minio: Awaited<ReturnType<typeof startMinio>>;
let launcher: ChildProcess;
let output = '';
let url: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'larksong-move-'));
  dataDir = join(folder, 'data');
  minio = await startMinio();
  const port = String(await freePort());
  url = `http://127.0.0.1:${port}`;
  launcher = spawn(process.execPath, [MAIN, 'start'], {
    env: {
      ...process.env,
      DATA_DIR: dataDir,
      PORT: port,
      HOST: '127.0.0.1',
      WORKERS: '1',
      RATE_LIMIT_PER_MINUTE: '100000',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  for (const stream of [launcher.stdout, launcher.stderr])
    stream?.setEncoding('utf8').on('data', (part: string) => (output += part));
  const isUp = async () => output.includes('Ctrl-C stops it');
  await until(isUp, { what: 'the site is up', withinSeconds: 120 });
});
afterAll(async () => {
  if (launcher.exitCode === null) {
    launcher.kill('SIGINT');
    await once(launcher, 'close');
  }
  if ('stop' in minio) await minio.stop();
  await rm(folder, { recursive: true, force: true });
});

function larksong(args: string[], own: Record<string, string> = {}): ChildProcess {
  const env = { ...process.env, DATA_DIR: dataDir, ...own };
  return spawn(process.execPath, [MAIN, 'larksong', ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] });
}

async function finish(child: ChildProcess): Promise<{ code: number | null; said: string }> {
  const read = async (output: Readable | null) => (output ? text(output) : '');
  const said = await Promise.all([read(child.stdout), read(child.stderr), once(child, 'close')]);
  return { code: child.exitCode, said: said[0] + said[1] };
}

async function readSuperadmin() {
  const stored = await readFile(join(dataDir, 'superadmin.json'), 'utf8');
  return JSON.parse(stored) as { email: string; username: string; password: string };
}

/** Uploads one song after the other until `stop` is called, which returns the ids of those that were accepted. */
function keepUploading(site: Parameters<typeof uploadUntilAccepted>[0], path: string) {
  const ids: string[] = [];
  let isStopped = false;
  const done = (async () => {
    while (!isStopped) {
      ids.push(await uploadUntilAccepted(site, { path, title: `Song ${ids.length}` }));
      await pause(PAUSE_MS); // so that the worker keeps up
    }
  })();
  return {
    ids,
    async stop() {
      isStopped = true;
      await done;
      return ids;
    },
  };
}

it('the files of a running site move to an S3 server and back, while songs are uploaded and after a kill -9', async (test) => {
  if ('unavailable' in minio) return test.skip(`no MinIO: ${minio.unavailable}`);
  const keys = {
    MOVE_S3_ENDPOINT: minio.endpoint,
    MOVE_S3_ACCESS_KEY: minio.accessKey,
    MOVE_S3_SECRET_KEY: minio.secretKey,
  };
  const site = { url, superadmin: await readSuperadmin() };
  const uploads = keepUploading(site, await makeClip({ seconds: 4, width: 320, height: 180 }));
  await vi.waitFor(() => expect(uploads.ids.length).toBeGreaterThan(1), { timeout: 60_000 });

  const killed = larksong(['move-storage', 's3://songs'], keys);
  const bucket = createStorage(toS3Settings(minio, 'songs'));
  const hasFile = async () => !(await bucket.list('videos/')[Symbol.asyncIterator]().next()).done;
  await until(hasFile, { what: 'the first file is copied', withinSeconds: 60, everyMs: 5 });
  killed.kill('SIGKILL');
  await once(killed, 'close');
  await bucket.close();
  const moved = await finish(larksong(['move-storage', 's3://songs'], keys));
  expect(moved).toMatchObject({
    code: 0,
    said: expect.stringContaining('runs with the files in s3://songs'),
  });
  const before = uploads.ids.length;
  await vi.waitFor(() => expect(uploads.ids.length).toBeGreaterThan(before + 1), { timeout: 60_000 });
  const deleted = await finish(larksong(['move-storage', join(dataDir, 'storage'), '--delete-old']));
  expect(deleted.said).toContain('Deleted');

  const back = await finish(larksong(['move-storage', join(folder, 'back')]));
  expect(back).toMatchObject({ code: 0, said: expect.stringContaining(`files in ${join(folder, 'back')}`) });
  const ids = await uploads.stop();
  const superadmin = await signInSuperadmin(site);
  const findUnfinished = async () => {
    const states = ids.map(
      async (id) => (await superadmin.call(catalog.getVideo, { params: { id } })).data.video.status,
    );
    return (await Promise.all(states)).filter((status) => status !== 'completed');
  };
  await until(async () => (await findUnfinished()).length === 0, {
    what: 'all songs are completed',
    withinSeconds: 400,
    everyMs: 2000,
  });
  for (const id of ids) for (const { isEnded } of await readStream(url, id)) expect(isEnded).toBe(true);
  expect((await finish(larksong(['verify']))).said).toContain('0 files lost.\nDatabases and files agree.');
});
