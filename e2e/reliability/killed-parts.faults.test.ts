import { setTimeout as pause } from 'node:timers/promises';

import type { Stack } from '@larksong/local';
import { faultLine } from '@larksong/service-kit/testing/faults';
import { afterAll, beforeAll, it } from 'vitest';

import { findSiteProcesses } from '../access/site-processes.ts';
import { until } from '../access/until.ts';
import { openCatalogData, type CatalogData } from '../support/catalog-data.ts';
import { makeClip } from '../support/clips.ts';
import { createRandom, readCount, readSeed, type Random } from '../support/random.ts';
import { commandRedis } from '../support/redis-command.ts';
import { startSite } from '../support/start-site.ts';
import { findViolations } from './check-invariants.ts';
import { uploadUntilAccepted } from './fault-uploads.ts';

const line = faultLine(1);
const UPLOADS = readCount('UPLOADS', 100);
const SEED = readSeed();
/** Uploads continue until this number of faults has occurred. */
const LEAST_FAULTS = 6;
const AT_ONCE = 4;
/** Time to finish the four videos that are in progress at the last fault. */
const HEALED_SECONDS = 180;
const VICTIMS = ['transcoder-1', 'transcoder-2', 'redis', 'catalog', 'postgres'];

let site: Stack;
let data: CatalogData;
let clips: string[];
let redisUrl: string;
beforeAll(async () => {
  site = await startSite({ workers: 2 });
  data = await openCatalogData(site.url);
  const lengths = [5, 8, 12, 20];
  clips = await Promise.all(lengths.map((seconds) => makeClip({ seconds, width: 320, height: 180 })));
  const catalog = (await findSiteProcesses(site.url)).find(({ service }) => service === 'catalog');
  redisUrl = catalog?.environment['REDIS_URL'] ?? '';
});
afterAll(async () => {
  await data?.close();
  await site?.stop();
});

/** Kills a part every 10 to 20 s and empties Redis once, until aborted. Adds each to `faults`. */
async function breakThings(random: Random, stop: AbortSignal, faults: string[]): Promise<void> {
  while (!stop.aborted) {
    await pause(random.whole(10_000, 20_000), undefined, { signal: stop }).catch(() => {});
    if (stop.aborted) break;
    if (faults.length === 2) {
      await commandRedis(redisUrl, 'FLUSHALL');
      faults.push('redis emptied');
      continue;
    }
    const victim = random.pick(VICTIMS);
    site.services[victim]?.kill('SIGKILL');
    faults.push(victim);
  }
}

/** Returns whether a video has reached its final state, or is lost; false while Postgres is unavailable. */
async function isFinal(id: string): Promise<boolean> {
  const query = data.db
    .selectFrom('videos')
    .select('id')
    .where('id', '=', id)
    .where('status', '=', 'processing');
  const found = await query.execute().catch(() => undefined);
  return found?.length === 0;
}

it(`none of at least ${UPLOADS} uploads is lost, stuck or duplicated while parts of the site are killed`, async () => {
  const random = createRandom(SEED);
  const stop = new AbortController();
  const faults: string[] = [];
  const breaking = breakThings(random, stop.signal, faults);
  const accepted = new Map<string, string>();
  let next = 0;
  const isEnough = () => accepted.size >= UPLOADS && faults.length >= LEAST_FAULTS;
  const uploadSome = async () => {
    while (!isEnough()) {
      next += 1;
      const title = `Upload ${next}`;
      const id = await uploadUntilAccepted(site, { path: random.pick(clips), title });
      accepted.set(title, id);
      // The next upload starts when this video is final, so that faults hit uploads and transcoding throughout.
      await until(() => isFinal(id), { what: `${title} is final`, withinSeconds: 20 * 60, everyMs: 500 });
    }
    stop.abort();
  };
  let lastFaultAt = 0;
  stop.signal.addEventListener('abort', () => {
    lastFaultAt = performance.now();
  });
  await Promise.all(Array.from({ length: AT_ONCE }, uploadSome));
  const seconds = (performance.now() - lastFaultAt) / 1000;
  await breaking;
  const videos = await data.db.selectFrom('videos').selectAll().execute();
  const ids = new Set(videos.map(({ id }) => id));
  const lost = [...accepted.values()].filter((id) => !ids.has(id));
  const failed = videos.filter(({ status }) => status === 'failed');
  console.log(
    `SEED=${SEED}: ${accepted.size} uploads, ${faults.length} faults (${faults.join(', ')}); ` +
      `completed ${videos.length - failed.length}, failed ${failed.length}, lost ${lost.length}; ` +
      `all final ${seconds.toFixed(0)} s after the last fault`,
  );
  for (const { title, processing_error: reason } of failed) console.log(`${title}: ${reason}`);
  const violations = await findViolations(site, data, { accepted: [...accepted.values()], killed: true });
  for (const violation of violations) console.log(violation);
  const titles = new Set(videos.map(({ title }) => title));
  line.prove(`${accepted.size} uploads, ${faults.length} parts killed or emptied, SEED=${SEED}`, {
    lost: { measured: lost.length, atMost: 0 },
    duplicate: { measured: videos.length - titles.size, atMost: 0 },
    'stuck or broken': { measured: violations.length, atMost: 0 },
    'all final': { measured: seconds, atMost: HEALED_SECONDS, unit: 's' },
  });
});
