import { openAsBlob } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

import { freePort, startRedis, type RedisServer, type Stack } from '@larksong/local';
import { faultLine } from '@larksong/service-kit/testing/faults';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { until } from '../access/until.ts';
import { signInSuperadmin } from '../support/accounts.ts';
import { openCatalogData, type CatalogData } from '../support/catalog-data.ts';
import { makeClip } from '../support/clips.ts';
import { commandRedis } from '../support/redis-command.ts';
import { startSite } from '../support/start-site.ts';
import { findViolations } from './check-invariants.ts';
import { uploadUntilAccepted } from './fault-uploads.ts';
import { describeAnswers, startLoad, type Load } from './load.ts';

const line = faultLine(4);
const RESUMED_SECONDS = 3;
const CALM_MS = 3000;

let folder: string;
let redis: RedisServer;
let site: Stack;
let data: CatalogData;
let clip: string;
let videoId: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'larksong-redis-'));
  redis = await startRedis({ dataDir: join(folder, 'redis'), port: await freePort() });
  site = await startSite({ workers: 2, env: { all: { REDIS_URL: redis.url } } });
  data = await openCatalogData(site.url);
  clip = await makeClip({ seconds: 2, width: 160, height: 90 });
  videoId = await uploadUntilAccepted(site, { path: clip, title: 'First' });
  await untilAllFinal();
});
afterAll(async () => {
  await data?.close();
  await site?.stop();
  await redis?.stop();
  await rm(folder, { recursive: true, force: true });
});

async function untilAllFinal(): Promise<void> {
  const isDone = async () => {
    const open = await data.db.selectFrom('videos').select('id').where('status', '=', 'processing').execute();
    return open.length === 0;
  };
  await until(isDone, { what: 'all videos are final', withinSeconds: 300, everyMs: 500 });
}

/** Returns the seconds until catalog has added every wake-up that was due when this was called. */
async function untilRelayed(): Promise<number> {
  const waiting = await data.db.selectFrom('outbox').select('id').execute();
  if (waiting.length === 0) return 0;
  const ids = waiting.map(({ id }) => id);
  const isRelayed = async () =>
    (await data.db.selectFrom('outbox').select('id').where('id', 'in', ids).execute()).length === 0;
  return until(isRelayed, { what: 'wake-ups are added again', withinSeconds: 60, everyMs: 20 });
}

/** Runs a load while `breakRedis` does, and returns it with the seconds until work was resumed. */
async function underLoad(breakRedis: () => Promise<unknown>): Promise<{ load: Load; resumed: number }> {
  const load = startLoad({
    account: await signInSuperadmin(site),
    clip: await openAsBlob(clip),
    everyMs: { read: 100, upload: 2000 },
    videoId,
    send: (path, init) => fetch(site.url + path, init),
  });
  await pause(CALM_MS);
  await breakRedis();
  const resumed = await untilRelayed();
  await pause(CALM_MS);
  await load.stop();
  await untilAllFinal();
  return { load, resumed };
}

async function expectHeld(fault: string, { load, resumed }: { load: Load; resumed: number }): Promise<void> {
  console.log(describeAnswers(load.answers));
  const accepted = [...load.accepted.values()];
  const violations = await findViolations(site, data, { accepted });
  for (const violation of violations) console.log(violation);
  const uploads = load.answers.filter(({ what }) => what === 'upload');
  const isClear = ({ status, code }: { status: number; code: string | undefined }) =>
    status === 201 || (status === 503 && code !== undefined);
  expect(accepted.length).toBeGreaterThan(0);
  line.prove(fault, {
    'unclear uploads': { measured: uploads.filter((answer) => !isClear(answer)).length, atMost: 0 },
    'failed reads': {
      measured: load.answers.filter(({ what, status }) => what === 'read' && status !== 200).length,
      atMost: 0,
    },
    resumed: { measured: resumed, atMost: RESUMED_SECONDS, unit: 's' },
    'lost or broken': { measured: violations.length, atMost: 0 },
  });
}

it.each([5, 20, 60])('uploads and reads continue while Redis is down for %i s', async (seconds) => {
  const outcome = await underLoad(async () => {
    await redis.stop();
    await pause(seconds * 1000);
    redis = await startRedis({ dataDir: join(folder, 'redis'), port: redis.port });
  });
  await expectHeld(`Redis down for ${seconds} s`, outcome);
});

it('uploads and reads continue when Redis is emptied', async () => {
  const outcome = await underLoad(() => commandRedis(redis.url, 'FLUSHALL'));
  await expectHeld('Redis emptied', outcome);
});

it('uploads and reads continue while Redis has no memory left', async () => {
  const outcome = await underLoad(async () => {
    const replies = await commandRedis(redis.url, 'CONFIG SET maxmemory 1mb', `SET full ${'x'.repeat(1000)}`);
    expect(replies).toMatch(/^\+OK\r\n-OOM/);
    await pause(20_000);
    await commandRedis(redis.url, 'CONFIG SET maxmemory 0');
  });
  await expectHeld('Redis with maxmemory 1 MB', outcome);
});
