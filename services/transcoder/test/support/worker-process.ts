import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { catalog } from '@larksong/contracts';
import { testRedisUrl } from '@larksong/service-kit/testing';

import { cut, type Bench } from './bench.ts';
import type { LeaseOwner, Report } from './lease-owner.ts';

/** Starts a worker in its own process. */
export function launchWorker(
  bench: Bench,
  owner: LeaseOwner,
  redisDatabase: number,
  settings: Record<string, string> = {},
): ChildProcess {
  return spawn(process.execPath, [join(import.meta.dirname, '../../src/main.ts')], {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: {
      PATH: process.env['PATH'],
      FFMPEG_NICENESS: '0',
      PORT: '0',
      LOG_LEVEL: 'fatal',
      CATALOG_URL: owner.url,
      GAME_URL: owner.url,
      SOUND_SLOTS: '0',
      INTERNAL_TOKEN: 'a-secret-of-the-services-for-tests-only',
      REDIS_URL: testRedisUrl(redisDatabase),
      STORAGE_DIR: `${bench.folder}/objects`,
      WORK_DIR: bench.folder,
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      ...settings,
    },
  });
}

/** Starts a worker in its own process and measures its memory. */
export function startWorkerProcess(bench: Bench, owner: LeaseOwner, redisDatabase: number) {
  const child = launchWorker(bench, owner, redisDatabase);
  return {
    /** Returns the peak memory so far in megabytes. */
    async peakMegabytes(): Promise<number> {
      const status = await readFile(`/proc/${child.pid}/status`, 'utf8');
      return Math.round(Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1]) / 1024);
    },
    hasEnded: () => child.exitCode !== null || child.signalCode !== null,
    async stop(): Promise<void> {
      if (child.exitCode !== null) return;
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}

export interface Ended {
  unit: catalog.UnitAssignment;
  /** The final report about the unit. */
  report: Report;
}

/** Adds a unit of a video and waits for its end. */
async function work(
  owner: LeaseOwner,
  bench: Bench,
  of: {
    videoId: string;
    kind: catalog.UnitKind;
    plan?: catalog.Plan;
    chunk?: catalog.Chunk;
    segments?: catalog.Segment[];
  },
): Promise<Ended> {
  const key = catalog.sourceKey(of.videoId);
  const info = await bench.storage.stat(key);
  const unit = owner.put({
    ...{ requestId: null, videoId: of.videoId, attempt: 1, kind: of.kind, index: 0 },
    ...{ resolutions: ['720p', '480p', '360p'], segments: of.segments ?? [] },
    ...{ source: { key, sizeBytes: info?.sizeBytes ?? 0 }, plan: of.plan ?? null, chunk: of.chunk ?? null },
  });
  const report = await owner.waitForReport(unit.id, 'complete', 'fail');
  return { unit, report };
}

/**
 * Runs a video through all units until one fails; `counts` are the segments of its chunks if it can be cut. Returns the
 * units that ended.
 */
export async function workOnVideo(
  owner: LeaseOwner,
  bench: Bench,
  videoId: string,
  counts: number[] = [],
): Promise<Ended[]> {
  const ended = [await work(owner, bench, { videoId, kind: 'plan' })];
  const result = ended[0]?.report.body.result;
  if (result?.kind !== 'plan') return ended;
  const { plan } = result;
  const steps = [
    ...cut(plan, plan.seekable ? counts : []).map((chunk) => ({ kind: 'video-chunk' as const, chunk })),
    ...(plan.audio ? [{ kind: 'audio' as const }] : []),
    { kind: 'extras' as const },
  ];
  ended.push(...(await Promise.all(steps.map((step) => work(owner, bench, { videoId, plan, ...step })))));
  if (ended.some(({ report }) => report.what === 'fail')) return ended;
  const ids = new Set(ended.map(({ unit }) => unit.id));
  const segments = owner.reports.flatMap((report) =>
    ids.has(report.unitId) ? (report.body.segments ?? []) : [],
  );
  return [...ended, await work(owner, bench, { videoId, kind: 'finish', plan, segments })];
}

/** Returns the longest silence between two heartbeats of a unit, up to its end, in milliseconds. */
export function longestSilence(owner: LeaseOwner, unit: Pick<catalog.UnitAssignment, 'id'>): number {
  const times = owner.reports.filter((report) => report.unitId === unit.id).map((report) => report.atMs);
  return times.reduce((longest, time, index) => Math.max(longest, time - (times[index - 1] ?? time)), 0);
}
