import { mkdtemp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

import { catalog } from '@larksong/contracts';
import type { Stack } from '@larksong/local';
import { faultLine } from '@larksong/service-kit/testing/faults';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';

import type { UnitRow, VideoRow } from '../../services/catalog/src/db/tables.ts';
import { processesWith } from '../../services/transcoder/test/support/processes.ts';
import { rawCall } from '../access/raw-call.ts';
import { until } from '../access/until.ts';
import { signInSuperadmin, type Account } from '../support/accounts.ts';
import { openCatalogData, type CatalogData } from '../support/catalog-data.ts';
import { makeClip } from '../support/clips.ts';
import { createRandom, readCount, readSeed } from '../support/random.ts';
import { startSite } from '../support/start-site.ts';
import { findViolations } from './check-invariants.ts';
import { uploadUntilAccepted } from './fault-uploads.ts';

const line = faultLine(9);
const SEED = readSeed();
const ROUNDS = readCount('DELETIONS', 3);
const GONE_SECONDS = 1;
const FFMPEG_SECONDS = 3;
const EMPTY_SECONDS = 60;
/** Time after the last deletion during which nothing may come back; the third sweep is 60 s after a deletion. */
const WATCHED_MS = 80_000;

let site: Stack;
let data: CatalogData;
let account: Account;
let clip: string;
let broken: string;

beforeAll(async () => {
  site = await startSite({ workers: 2 });
  data = await openCatalogData(site.url);
  account = await signInSuperadmin(site);
  clip = await makeClip({ seconds: 40, width: 320, height: 180 });
  broken = join(await mkdtemp(join(inject('workFolder'), 'broken-')), 'clip.mp4');
  await writeFile(broken, 'Five little ducks went swimming one day.\n'.repeat(100));
});
afterAll(async () => {
  await data?.close();
  await site?.stop();
});

type IsReached = (video: VideoRow, units: UnitRow[]) => boolean;

const isRunning = (units: UnitRow[], kind: UnitRow['kind'], isIt = (_index: number) => true) =>
  units.some((unit) => unit.kind === kind && unit.state === 'running' && isIt(unit.index));

/** The states in which a video is deleted; `laterMs` is the longest pause before the deletion. */
const STATES: Record<string, { isReached: IsReached; laterMs?: number; isBroken?: boolean }> = {
  'just accepted': { isReached: () => true },
  'being planned': { isReached: (_, units) => isRunning(units, 'plan') },
  'before its first segment': {
    isReached: (video, units) => isRunning(units, 'video-chunk') && video.playable_at === null,
  },
  'playable and processing': {
    isReached: (video, units) =>
      video.playable_at !== null && isRunning(units, 'video-chunk', (index) => index > 0),
    laterMs: 2000,
  },
  'while its sound is prepared': { isReached: (_, units) => isRunning(units, 'audio') },
  'while its thumbnail is made': { isReached: (_, units) => isRunning(units, 'extras') },
  'at its last unit': { isReached: (_, units) => isRunning(units, 'finish') },
  'just before its last unit ends': { isReached: (_, units) => isRunning(units, 'finish'), laterMs: 500 },
  completed: { isReached: ({ status }) => status === 'completed' },
  failed: { isReached: ({ status }) => status === 'failed', isBroken: true },
};

interface Deletion {
  videoId: string;
  deletedAt: number;
  /** Seconds after the deletion. */
  goneSeconds: number;
  ffmpegSeconds: number;
  /** When objects of the video were last seen. */
  seenAt: number;
}

async function untilReached(videoId: string, isReached: IsReached): Promise<void> {
  const isSo = async () => {
    const video = await data.db.selectFrom('videos').selectAll().where('id', '=', videoId).executeTakeFirst();
    const units = await data.db
      .selectFrom('transcode_units')
      .selectAll()
      .where('video_id', '=', videoId)
      .execute();
    if (!video) throw new Error('The video is gone before its deletion.');
    return isReached(video, units);
  };
  await until(isSo, { what: 'the state is reached', withinSeconds: 180, everyMs: 5 });
}

async function isAnsweredWith404(videoId: string): Promise<boolean> {
  const paths = [`/api/videos/${videoId}`, `/hls/${videoId}/master.m3u8`];
  const answers = await Promise.all(
    paths.map((path) => rawCall(site.url + path, 'GET', { token: account.accessToken })),
  );
  return answers.every(({ status }) => status === 404);
}

async function deleteVideo(videoId: string): Promise<Deletion> {
  const units = await data.db
    .selectFrom('transcode_units')
    .selectAll()
    .where('video_id', '=', videoId)
    .execute();
  const tokens = units.flatMap(({ token, state }) => (state === 'running' && token ? [token] : []));
  await account.call(catalog.deleteVideo, { params: { id: videoId } });
  const deletedAt = performance.now();
  const isFfmpegGone = () => Promise.resolve(tokens.every((token) => processesWith(token).length === 0));
  const [goneSeconds, ffmpegSeconds] = await Promise.all([
    until(() => isAnsweredWith404(videoId), { what: '404', withinSeconds: 60, everyMs: 20 }),
    until(isFfmpegGone, { what: 'ffmpeg gone', withinSeconds: 60, everyMs: 20 }),
  ]);
  return { videoId, deletedAt, goneSeconds, ffmpegSeconds, seenAt: deletedAt };
}

/** Notes when objects of deleted videos are seen, until aborted. */
async function watchObjects(deletions: Deletion[], stop: AbortSignal): Promise<void> {
  while (!stop.aborted) {
    const keys = await data.listObjects();
    const now = performance.now();
    const present = new Set(keys.map((key) => key.split('/')[1]));
    for (const deletion of deletions) if (present.has(deletion.videoId)) deletion.seenAt = now;
    await pause(500, undefined, { signal: stop }).catch(() => {});
  }
}

it(`a video deleted in any state is gone at once, with its ffmpeg and its objects, and never comes back (seed ${SEED})`, async () => {
  const random = createRandom(SEED);
  const deletions: Deletion[] = [];
  const stop = new AbortController();
  const watching = watchObjects(deletions, stop.signal);
  for (let round = 0; round < ROUNDS; round += 1)
    for (const [state, { isReached, laterMs = 0, isBroken = false }] of Object.entries(STATES)) {
      const title = `Deleted ${state}`;
      const videoId = await uploadUntilAccepted(site, { path: isBroken ? broken : clip, title });
      await untilReached(videoId, isReached);
      await pause(random.whole(0, laterMs));
      const deletion = await deleteVideo(videoId);
      deletions.push(deletion);
      console.log(
        `${title}: 404 after ${deletion.goneSeconds.toFixed(2)} s, ffmpeg gone after ${deletion.ffmpegSeconds.toFixed(2)} s`,
      );
    }
  await pause(WATCHED_MS);
  stop.abort();
  await watching;
  const emptySeconds = deletions.map(({ seenAt, deletedAt }) => (seenAt - deletedAt) / 1000);
  const ids = deletions.map(({ videoId }) => videoId);
  const gone = await Promise.all(ids.map(isAnsweredWith404));
  const rows = await Promise.all(
    (['transcode_units', 'segments', 'notices'] as const).map((table) =>
      data.db.selectFrom(table).select('video_id').where('video_id', 'in', ids).execute(),
    ),
  );
  const violations = await findViolations(site, data, { accepted: [] });
  for (const violation of violations) console.log(violation);
  expect(new Set(ids).size).toBe(ROUNDS * Object.keys(STATES).length);
  line.prove(`${ids.length} videos deleted in ${Object.keys(STATES).length} states, SEED=${SEED}`, {
    '404': {
      measured: Math.max(...deletions.map(({ goneSeconds }) => goneSeconds)),
      atMost: GONE_SECONDS,
      unit: 's',
    },
    'ffmpeg gone': {
      measured: Math.max(...deletions.map(({ ffmpegSeconds }) => ffmpegSeconds)),
      atMost: FFMPEG_SECONDS,
      unit: 's',
    },
    'objects gone': { measured: Math.max(...emptySeconds), atMost: EMPTY_SECONDS, unit: 's' },
    back: { measured: gone.filter((isGone) => !isGone).length + rows.flat().length, atMost: 0 },
    'left behind': { measured: violations.length, atMost: 0 },
  });
});
