import { openAsBlob } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

import type { Stack } from '@larksong/local';
import { faultLine } from '@larksong/service-kit/testing/faults';
import { mountSmallDisk, unmountSmallDisk } from '@larksong/service-kit/testing/small-disk';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';

import { until } from '../access/until.ts';
import { signInSuperadmin } from '../support/accounts.ts';
import { openCatalogData, type CatalogData } from '../support/catalog-data.ts';
import { makeClip } from '../support/clips.ts';
import { startSite } from '../support/start-site.ts';
import { readStream } from '../support/streams.ts';
import { findViolations } from './check-invariants.ts';
import { uploadUntilAccepted } from './fault-uploads.ts';
import { describeAnswers, startLoad, type Answer } from './load.ts';
import { keepFull } from './keep-full.ts';

const line = faultLine(7);
const HEALED_SECONDS = 60;
const CALM_MS = 3000;
const FULL_MS = 20_000;
const CLIP_SECONDS = 2;
/** Sizes in MiB of the folders of a site: little more than they need. */
const DISKS = { work: 48, storage: 48, redis: 8, postgres: 320 };
type Disk = keyof typeof DISKS;
const SKIPPED = 'Small file systems cannot be mounted here; only root may.';

let dataDir: string;
const mounted: string[] = [];
let site: Stack | undefined;
let data: CatalogData;
let clip: string;
let videoId: string;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'larksong-full-'));
  for (const [name, sizeMib] of Object.entries(DISKS)) {
    const path = join(dataDir, name);
    if (!mountSmallDisk(path, sizeMib)) return line.skip(SKIPPED);
    mounted.push(path);
  }
  // Storage is filled completely, which the limit prevents otherwise.
  site = await startSite({ dataDir, workers: 2, fsync: true, env: { catalog: { MIN_FREE_BYTES: '0' } } });
  data = await openCatalogData(site.url);
  clip = await makeClip({ seconds: CLIP_SECONDS, width: 160, height: 90 });
  videoId = await uploadUntilAccepted(site, { path: clip, title: 'First' });
  await untilAllFinal();
});
afterAll(async () => {
  await data?.close();
  await site?.stop();
  for (const path of mounted) unmountSmallDisk(path);
  await rm(dataDir, { recursive: true, force: true });
});
beforeEach((context) => {
  if (!site) context.skip(SKIPPED);
});

function running(): Stack {
  if (!site) throw new Error('The site was not started.');
  return site;
}

async function untilAllFinal(): Promise<void> {
  const isDone = async () => {
    const open = data.db.selectFrom('videos').select('id').where('status', '=', 'processing').execute();
    return (await open.catch(() => undefined))?.length === 0; // Postgres may be restarting
  };
  await until(isDone, { what: 'all videos are final', withinSeconds: 300, everyMs: 200 });
}

/** Uploads a video until it is accepted, and returns the seconds until it is completed. */
async function untilHealed(): Promise<number> {
  const startedAt = performance.now();
  const id = await uploadUntilAccepted(running(), { path: clip, title: 'Afterwards' });
  const isDone = async () => {
    const query = data.db.selectFrom('videos').select('status').where('id', '=', id).executeTakeFirst();
    return (await query.catch(() => undefined))?.status === 'completed';
  };
  await until(isDone, { what: 'a new video is completed', withinSeconds: 300, everyMs: 100 });
  return (performance.now() - startedAt) / 1000;
}

/** Returns how many completed videos lack a frame, or cannot be decoded without errors. */
async function countFalselyCompleted(): Promise<number> {
  const completed = await data.db
    .selectFrom('videos')
    .select('id')
    .where('status', '=', 'completed')
    .execute();
  let count = 0;
  for (const { id } of completed) {
    const renditions = await readStream(running().url, id).catch(() => []);
    const isWhole = renditions.every(
      ({ name, frames, decodeErrors, isEnded }) =>
        decodeErrors === '' && isEnded && (name === 'audio' || frames === CLIP_SECONDS * 25),
    );
    if (renditions.length < 2 || !isWhole) count += 1;
  }
  return count;
}

/** A refusal is clear if it is in the envelope and says that the server cannot do it now. */
function isClear({ status, code }: Answer): boolean {
  return status === 200 || status === 201 || ((status === 503 || status === 507) && code !== undefined);
}

it.each(Object.keys(DISKS) as Disk[])(
  'nothing is falsely completed while the disk under %s is full, and everything works soon after',
  async (disk) => {
    const load = startLoad({
      account: await signInSuperadmin(running()),
      clip: await openAsBlob(clip),
      everyMs: { read: 200, upload: 2500 },
      videoId,
      send: (path, init) => fetch(running().url + path, init),
    });
    await pause(CALM_MS);
    await keepFull(join(dataDir, disk), FULL_MS);
    const [healed] = await Promise.all([untilHealed(), load.stop()]);
    await untilAllFinal();
    const accepted = [...load.accepted.values()];
    const violations = await findViolations(running(), data, { accepted });
    const unclear = load.answers.filter((answer) => !isClear(answer));
    const failed = await data.db.selectFrom('videos').selectAll().where('status', '=', 'failed').execute();
    const retried = await data.db
      .selectFrom('transcode_units')
      .select('id')
      .where('failure_count', '>', 0)
      .execute();
    console.log(
      `${disk} full: ${describeAnswers(load.answers)}; so far ${retried.length} units retried, ${failed.length} videos failed`,
    );
    for (const { processing_error: reason } of failed) console.log(reason);
    for (const violation of violations) console.log(violation);
    expect(accepted.length).toBeGreaterThan(0);
    line.prove(`disk full under ${disk}`, {
      'falsely completed': { measured: await countFalselyCompleted(), atMost: 0 },
      'unclear answers': { measured: unclear.length, atMost: 0 },
      healed: { measured: healed, atMost: HEALED_SECONDS, unit: 's' },
      'lost or broken': { measured: violations.length, atMost: 0 },
    });
  },
);
