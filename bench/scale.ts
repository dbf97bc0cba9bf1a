import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';

import { catalog } from '@larksong/contracts';

import { lengthenClip, makeClip, shortenClip, type Clip } from './transcode/clips.ts';
import { startSite, until, upload, type Site } from './transcode/site.ts';

const run = promisify(execFile);

/** Durations in seconds of the films whose first segment is waited for; the first is the baseline. May be empty. */
const LENGTHS = numbers(process.env['BENCH_MINUTES'] ?? '1,10,60').map((minutes) => minutes * 60);
const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 3);
const WORKERS = numbers(process.env['BENCH_WORKERS'] ?? '1,2');
/** Duration in seconds of the film that is completed by one worker and by two. */
const SHARED_SECONDS = 240;

const folder = await mkdtemp(join(tmpdir(), 'larksong-bench-'));
try {
  const minute = await makeClip('calm', { folder, seconds: 60 });
  const filmOf = (seconds: number) => lengthenClip(minute.path, { folder, seconds, name: `film-${seconds}` });
  const films = new Map<number, Clip>();
  for (const seconds of LENGTHS) films.set(seconds, await filmOf(seconds));
  if (films.size > 0) for (const workers of WORKERS) await comparePlayable(films, minute, workers);
  if (WORKERS.length > 1) await compareWorkers(await filmOf(SHARED_SECONDS));
} finally {
  await rm(folder, { recursive: true, force: true });
}

/** Prints how long after its last byte each film can be watched. The rest of it is not transcoded. */
async function comparePlayable(films: Map<number, Clip>, warmUp: Clip, workers: number): Promise<void> {
  await onSite(workers, warmUp, async (site) => {
    const waits = new Map(LENGTHS.map((seconds) => [seconds, [] as number[]]));
    for (let round = 0; round < ROUNDS; round += 1)
      for (const [seconds, film] of films)
        waits.get(seconds)?.push(await waitUntilPlayable(site, film, workers));
    const baseline = middle(waits.get(LENGTHS[0] ?? 0) ?? []);
    console.log(`\nplayable after the last byte, ${workers} ${workers === 1 ? 'worker' : 'workers'}`);
    for (const [seconds, all] of waits) {
      const list = all.map((wait) => wait.toFixed(1)).join(', ');
      const ratio = (middle(all) / baseline).toFixed(2);
      console.log(
        `${String(seconds / 60).padStart(4)} min  ${middle(all).toFixed(2)} s  ratio ${ratio}  (${list})`,
      );
    }
  });
}

async function waitUntilPlayable(site: Site, film: Clip, workers: number): Promise<number> {
  const { id, uploadedAt } = await upload(site, film);
  await until(site, id, { isReached: (video) => video.playable, everyMs: 50 });
  const seconds = (performance.now() - uploadedAt) / 1000;
  await site.call(catalog.deleteVideo, { params: { id } });
  await Promise.all([untilIdle(), untilDeleted(join(dataDirOf(workers), 'storage', 'videos', id))]);
  return seconds;
}

/** Waits until no ffmpeg is left of the deleted film; others may run on this machine. */
async function untilIdle(): Promise<void> {
  const list = () => run('pgrep', ['-f', `ffmpeg .*-i ${folder}`]).catch(() => undefined); // fails if it finds no process
  while (await list()) await delay(100);
}

/** Waits until no file is left of a deleted film, since deleting the thousand files of an hour keeps the disk busy. */
async function untilDeleted(files: string): Promise<void> {
  const list = () => readdir(files, { recursive: true, withFileTypes: true }).catch(() => []);
  while ((await list()).some((entry) => entry.isFile())) await delay(100);
}

/** Prints how much sooner a site with two workers and two cores completes a film than one with one of each. */
async function compareWorkers(film: Clip): Promise<void> {
  const seconds: number[] = [];
  for (const workers of [1, 2])
    await onSite(workers, film, async (site) => {
      for (const [name, { pid }] of Object.entries(site.stack.services)) {
        const [, worker] = /^transcoder-(\d+)$/.exec(name) ?? [];
        const cores = worker ? String(Number(worker) - 1) : `0-${workers - 1}`;
        await run('taskset', ['--all-tasks', '--cpu-list', '--pid', cores, String(pid)]);
      }
      const { id, uploadedAt } = await upload(site, film);
      await until(site, id, { isReached: (video) => video.status === 'completed', everyMs: 200 });
      seconds.push((performance.now() - uploadedAt) / 1000);
    });
  const [one = 0, two = 0] = seconds;
  console.log(`\n${SHARED_SECONDS / 60} minutes completed, as many cores as workers`);
  console.log(
    `one worker ${one.toFixed(1)} s, two workers ${two.toFixed(1)} s, ${(one / two).toFixed(2)} times sooner`,
  );
}

/** Starts a site, which transcodes a short video first, like any site that has been running for a while. */
async function onSite(workers: number, warmUp: Clip, work: (site: Site) => Promise<void>): Promise<void> {
  const site = await startSite(dataDirOf(workers), workers);
  try {
    const { id } = await upload(site, await shortenClip(warmUp, { folder, seconds: 10 }));
    await until(site, id, { isReached: (video) => video.status === 'completed', everyMs: 200 });
    await work(site);
  } finally {
    await site.stack.stop();
    await rm(dataDirOf(workers), { recursive: true, force: true });
  }
}

function dataDirOf(workers: number): string {
  return join(folder, `data-${workers}`);
}

function middle(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

/** Returns the numbers of a comma-separated list. */
function numbers(list: string): number[] {
  return list.split(',').filter(Boolean).map(Number);
}
