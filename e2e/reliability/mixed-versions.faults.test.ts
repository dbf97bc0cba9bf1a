import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';

import type { Stack } from '@larksong/local';
import { faultLine } from '@larksong/service-kit/testing/faults';
import { afterAll, beforeAll, describe, inject, it } from 'vitest';

import type { Supervised } from '../../infra/local/src/processes/processes.ts';
import { readInit, readSegment } from '../../services/transcoder/src/rules/segment/boxes.ts';
import { durationOf } from '../../services/transcoder/src/rules/segment/fragment.ts';
import { makeNumberedClip, readNumbers } from '../../services/transcoder/test/support/clips.ts';
import { findSiteProcesses } from '../access/site-processes.ts';
import { until } from '../access/until.ts';
import { openPage } from '../support/browser.ts';
import { openCatalogData, type CatalogData } from '../support/catalog-data.ts';
import { startSite } from '../support/start-site.ts';
import { fetchPlaylist, fetchSegments } from '../support/streams.ts';
import { findViolations } from './check-invariants.ts';
import { uploadUntilAccepted } from './fault-uploads.ts';
import { startCopy } from './replicas.ts';

const line = faultLine(29);
const OTHER = { FFMPEG_PATH: process.env['OTHER_FFMPEG'], FFPROBE_PATH: process.env['OTHER_FFPROBE'] };
const isGiven = OTHER.FFMPEG_PATH !== undefined && OTHER.FFPROBE_PATH !== undefined;
if (!isGiven) line.skip('untried: OTHER_FFMPEG and OTHER_FFPROBE name no other ffmpeg');

/** A film is uploaded again until both workers have made pictures of it. */
const TRIES = 4;
/** Rungs of 480p and 360p. */
const LARGE = ['-vf', 'scale=1280:512:flags=neighbor'];
const isKept = (n: number) => n % 7 !== 3 && !(n >= 318 && n <= 325);
const FILMS = [
  { title: 'Constant', rate: '15/1', frames: 900, seconds: 60, filter: LARGE, isShown: () => true },
  { title: 'Fractions', rate: '30000/1001', frames: 899, seconds: 30, filter: LARGE, isShown: () => true },
  {
    title: 'Variable',
    rate: '30/1',
    frames: 900,
    seconds: 30,
    filter: [
      '-vf',
      `${LARGE[1]},select='not(eq(mod(n,7),3))*not(between(n,318,325))'`,
      ...['-fps_mode', 'vfr'],
    ],
    isShown: isKept,
  },
];

describe.skipIf(!isGiven)('two versions of ffmpeg', () => {
  let site: Stack;
  let data: CatalogData;
  let other: Supervised;
  let folder: string;
  beforeAll(async () => {
    site = await startSite({ workers: 1 });
    data = await openCatalogData(site.url);
    const own = (await findSiteProcesses(site.url)).find(({ service }) => service === 'transcoder');
    if (!own) throw new Error('The transcoder of the site was not found.');
    const changes = { ...OTHER, WORKER_NAME: 'other', WORK_DIR: undefined };
    ({ copy: other } = await startCopy(own, changes));
    folder = await mkdtemp(join(inject('workFolder'), 'mixed-'));
  });
  afterAll(async () => {
    await other?.stop();
    await data?.close();
    await site?.stop();
  });

  async function makeFilm(film: (typeof FILMS)[number]): Promise<string> {
    const path = join(folder, `${film.title}.mkv`);
    const sound = ['-f', 'lavfi', '-i', `aevalsrc='0.2*sin(2*PI*(200+5*t)*t)':d=${film.seconds}:s=48000`];
    const output = [...film.filter, '-g', '41', '-c:a', 'aac'];
    await makeNumberedClip(path, { rate: film.rate, frames: film.frames, sound, output });
    return path;
  }

  async function untilCompleted(id: string): Promise<void> {
    const isDone = async () => {
      const query = data.db.selectFrom('videos').selectAll().where('id', '=', id);
      const video = await query.executeTakeFirstOrThrow();
      if (video.status === 'failed') throw new Error(`${video.processing_error}\n${video.processing_log}`);
      return video.status === 'completed';
    };
    await until(isDone, { what: 'the video is completed', withinSeconds: 600 });
  }

  /** Uploads a film until both workers have encoded chunks of it. Returns the ids of all videos, the mixed one last. */
  async function uploadUntilMixed(path: string, title: string): Promise<string[]> {
    const ids: string[] = [];
    for (let tries = 0; tries < TRIES; tries += 1) {
      const id = await uploadUntilAccepted(site, { path, title });
      ids.push(id);
      await untilCompleted(id);
      const units = await data.db
        .selectFrom('transcode_units')
        .select(['kind', 'index', 'worker_id'])
        .where('video_id', '=', id)
        .orderBy('kind')
        .orderBy('index')
        .execute();
      const isOther = (worker: string | null) => worker?.split(':')[1] === String(other.pid);
      const by = units.map(({ kind, worker_id: worker }) => `${kind} ${isOther(worker) ? 'other' : 'own'}`);
      console.log(`${title}: ${by.join(', ')}`);
      if (new Set(by.filter((made) => made.startsWith('video-chunk'))).size === 2) return ids;
    }
    throw new Error(`After ${TRIES} uploads, no film had chunks of both workers.`);
  }

  /** Returns what is wrong with a rendition, one phrase each. */
  async function findProblems(id: string, name: string, shown: number[] | undefined): Promise<string[]> {
    const base = `${site.url}/hls/${id}/${name}`;
    const playlist = await fetchPlaylist(base);
    const problems = playlist.isEnded ? [] : ['no end'];
    const parts = await fetchSegments(base, playlist.segments);
    let [endSeconds, timescale] = [0, 1];
    for (const [index, { init, segment }] of parts.entries()) {
      const fragment = readSegment(segment);
      ({ timescale } = readInit(init));
      if (Math.abs(fragment.decodeTime / timescale - endSeconds) > 1e-9)
        problems.push(`segment ${index} begins at ${fragment.decodeTime / timescale}, not at ${endSeconds}`);
      endSeconds = (fragment.decodeTime + durationOf(fragment)) / timescale;
      const listed = playlist.segments[index]?.durationSeconds ?? 0;
      if (Math.abs(listed - durationOf(fragment) / timescale) > 1e-5)
        problems.push(`segment ${index} is listed wrongly`);
      if (Math.round(listed) > playlist.targetSeconds) problems.push(`segment ${index} is too long`);
    }
    if (!shown) return problems;
    console.log(
      `${name}: ${parts.length} segments, ${new Set(parts.map(({ init }) => init)).size} init segments`,
    );
    const numbers: number[] = [];
    for (const { init, segment } of parts)
      numbers.push(...(await readNumbers(Buffer.concat([init, segment]))));
    const wrong = numbers.findIndex((number, index) => number !== shown[index]);
    if (wrong >= 0) problems.push(`frame ${wrong} is ${numbers[wrong]}, not ${shown[wrong]}`);
    if (numbers.length !== shown.length) problems.push(`${numbers.length} frames, not ${shown.length}`);
    return problems;
  }

  /** Plays a video from its beginning to its end in a browser, and returns the errors of the page. */
  async function play(id: string): Promise<string[]> {
    const { page, trouble, close } = await openPage({ site: site.url });
    await page.goto(`/songs?v=${id}`);
    const video = page.locator('video');
    await video.evaluate(async (element: HTMLVideoElement) => {
      element.muted = true;
      element.playbackRate = 8;
      await element.play();
    });
    const hasEnded = () => video.evaluate((element: HTMLVideoElement) => element.ended);
    await until(hasEnded, { what: 'the video has been played', withinSeconds: 300, everyMs: 500 });
    await close();
    return trouble.errors;
  }

  it.each(FILMS)('a film that workers with two versions of ffmpeg share is exact: $title', async (film) => {
    const ids = await uploadUntilMixed(await makeFilm(film), film.title);
    const id = ids.at(-1) ?? '';
    const shown = Array.from({ length: film.frames }, (_, n) => n).filter(film.isShown);
    const problems: string[] = [];
    for (const name of ['480p', '360p', 'audio'])
      for (const problem of await findProblems(id, name, name === 'audio' ? undefined : shown))
        problems.push(`${name}: ${problem}`);
    const errors = await play(id);
    const violations = await findViolations(site, data, { accepted: ids });
    for (const problem of [...problems, ...errors, ...violations]) console.log(problem);
    line.prove(`two versions of ffmpeg: ${film.title}`, {
      'wrong segments or frames': { measured: problems.length, atMost: 0 },
      'errors in the player': { measured: errors.length, atMost: 0 },
      'lost or broken': { measured: violations.length, atMost: 0 },
    });
  });
});
