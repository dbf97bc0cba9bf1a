import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

import type { Stack } from '@larksong/local';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { findSiteProcesses } from '../access/site-processes.ts';
import { until } from '../access/until.ts';
import { openCatalogData, type CatalogData } from '../support/catalog-data.ts';
import { makeClip } from '../support/clips.ts';
import { createRandom, readCount, readSeed, type Random } from '../support/random.ts';
import { startSite } from '../support/start-site.ts';
import { uploadUntilAccepted } from './fault-uploads.ts';

const UPLOADS = readCount('UPLOADS', 100);
const SEED = readSeed();
const AT_ONCE = 4;
/** Time to finish the four videos that are in progress at the last fault. */
const HEALED_SECONDS = 180;
const VICTIMS = ['transcoder-1', 'transcoder-2', 'redis', 'catalog', 'postgres'];

let site: Stack;
let data: CatalogData;
let clips: string[];
let redisUrl: URL;
beforeAll(async () => {
  site = await startSite({ workers: 2 });
  data = await openCatalogData(site.url);
  const lengths = [5, 8, 12, 20];
  clips = await Promise.all(lengths.map((seconds) => makeClip({ seconds, width: 320, height: 180 })));
  const catalog = (await findSiteProcesses(site.url)).find(({ service }) => service === 'catalog');
  redisUrl = new URL(catalog?.environment['REDIS_URL'] ?? '');
});
afterAll(async () => {
  await data?.close();
  await site?.stop();
});

async function emptyRedis(): Promise<void> {
  const socket = connect(Number(redisUrl.port), redisUrl.hostname);
  await once(socket, 'connect');
  socket.end(`AUTH ${redisUrl.password}\r\nFLUSHALL\r\n`);
  socket.resume();
  await once(socket, 'close');
}

/** Kills a part every 10 to 20 s and empties Redis once, until aborted. Returns the faults. */
async function breakThings(random: Random, stop: AbortSignal): Promise<string[]> {
  const faults: string[] = [];
  while (!stop.aborted) {
    await pause(random.whole(10_000, 20_000), undefined, { signal: stop }).catch(() => {});
    if (stop.aborted) break;
    if (faults.length === 2) {
      await emptyRedis();
      faults.push('redis emptied');
      continue;
    }
    const victim = random.pick(VICTIMS);
    site.services[victim]?.kill('SIGKILL');
    faults.push(victim);
  }
  return faults;
}

/** Returns whether a video has reached its final state; false while Postgres is unavailable. */
async function isFinal(id: string): Promise<boolean> {
  const query = data.db.selectFrom('videos').select('status').where('id', '=', id);
  const video = await query.executeTakeFirst().catch(() => undefined);
  return video !== undefined && video.status !== 'processing';
}

it(`none of ${UPLOADS} uploads is lost, stuck or duplicated while parts of the site are killed`, async () => {
  const random = createRandom(SEED);
  const stop = new AbortController();
  const breaking = breakThings(random, stop.signal);
  const accepted = new Map<string, string>();
  let next = 0;
  const uploadSome = async () => {
    while (next < UPLOADS) {
      next += 1;
      const title = `Upload ${next}`;
      const id = await uploadUntilAccepted(site, { path: random.pick(clips), title });
      accepted.set(title, id);
      if (accepted.size === UPLOADS) stop.abort();
      // The next upload starts when this video is final, so that faults hit uploads and transcoding throughout.
      await until(() => isFinal(id), { what: `${title} is final`, withinSeconds: 20 * 60, everyMs: 500 });
    }
  };
  let lastFaultAt = 0;
  stop.signal.addEventListener('abort', () => {
    lastFaultAt = performance.now();
  });
  await Promise.all(Array.from({ length: AT_ONCE }, uploadSome));
  const seconds = (performance.now() - lastFaultAt) / 1000;
  const faults = await breaking;
  const videos = await data.db.selectFrom('videos').selectAll().execute();
  const ids = new Set(videos.map(({ id }) => id));
  const lost = [...accepted.values()].filter((id) => !ids.has(id));
  const failed = videos.filter(({ status }) => status === 'failed');
  console.log(
    `SEED=${SEED}: ${UPLOADS} uploads, ${faults.length} faults (${faults.join(', ')}); ` +
      `completed ${videos.length - failed.length}, failed ${failed.length}, lost ${lost.length}; ` +
      `all final ${seconds.toFixed(0)} s after the last fault`,
  );
  for (const { title, processing_error: reason } of failed) console.log(`${title}: ${reason}`);
  expect(faults.length).toBeGreaterThan(5);
  expect(seconds).toBeLessThan(HEALED_SECONDS);
  expect(lost).toEqual([]);
  expect(videos).toHaveLength(UPLOADS);
  expect(new Set(videos.map(({ title }) => title)).size, 'doubled').toBe(UPLOADS);
  expect(failed.filter(({ processing_error: reason }) => !reason)).toEqual([]);
});
