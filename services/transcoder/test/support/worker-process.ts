import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { catalog } from '@larksong/contracts';
import { testRedisUrl } from '@larksong/service-kit/testing';

import { cut, type Bench } from './bench.ts';
import type { CatalogDesk, Said } from './catalog-desk.ts';

/** Starts a worker as a process of its own. */
export function launchWorker(bench: Bench, desk: CatalogDesk, redisDatabase: number): ChildProcess {
  return spawn(process.execPath, [join(import.meta.dirname, '../../src/main.ts')], {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: {
      PATH: process.env['PATH'],
      PORT: '0',
      LOG_LEVEL: 'fatal',
      CATALOG_URL: desk.url,
      GAME_URL: desk.url,
      SOUND_SLOTS: '0',
      INTERNAL_TOKEN: 'a-secret-of-the-services-for-tests-only',
      REDIS_URL: testRedisUrl(redisDatabase),
      STORAGE_DIR: `${bench.folder}/objects`,
      WORK_DIR: bench.folder,
    },
  });
}

/** A worker in a process of its own, whose memory can be measured. */
export function startWorkerProcess(bench: Bench, desk: CatalogDesk, redisDatabase: number) {
  const child = launchWorker(bench, desk, redisDatabase);
  return {
    /** The most memory that it has held so far, in megabytes. */
    async peakMegabytes(): Promise<number> {
      const status = await readFile(`/proc/${child.pid}/status`, 'utf8');
      return Math.round(Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1]) / 1024);
    },
    async stop(): Promise<void> {
      if (child.exitCode !== null) return;
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}

export interface Ended {
  unit: catalog.UnitAssignment;
  /** The unit's last word. */
  said: Said;
}

/** Puts up a unit of a video and waits for its end. */
export async function work(
  desk: CatalogDesk,
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
  const unit = desk.put({
    ...{ requestId: null, videoId: of.videoId, attempt: 1, kind: of.kind, index: 0 },
    ...{ resolutions: ['720p', '480p', '360p'], segments: of.segments ?? [] },
    ...{ source: { key, sizeBytes: info?.sizeBytes ?? 0 }, plan: of.plan ?? null, chunk: of.chunk ?? null },
  });
  const said = await desk.hear(unit.id, 'complete', 'fail');
  return { unit, said };
}

/** Takes a video through all units until one fails; gives all that were worked on. */
export async function workOnVideo(desk: CatalogDesk, bench: Bench, videoId: string): Promise<Ended[]> {
  const ended = [await work(desk, bench, { videoId, kind: 'plan' })];
  const result = ended[0]?.said.body.result;
  if (result?.kind !== 'plan') return ended;
  const { plan } = result;
  const steps = [
    ...cut(plan, []).map((chunk) => ({ kind: 'video-chunk' as const, chunk })),
    ...(plan.audio ? [{ kind: 'audio' as const }] : []),
    { kind: 'extras' as const },
  ];
  ended.push(...(await Promise.all(steps.map((step) => work(desk, bench, { videoId, plan, ...step })))));
  if (ended.some(({ said }) => said.what === 'fail')) return ended;
  const ids = new Set(ended.map(({ unit }) => unit.id));
  const segments = desk.said.flatMap((said) => (ids.has(said.unitId) ? (said.body.segments ?? []) : []));
  return [...ended, await work(desk, bench, { videoId, kind: 'finish', plan, segments })];
}

/** The longest silence between two heartbeats of a unit, up to its end, in milliseconds. */
export function longestSilence(desk: CatalogDesk, unit: Pick<catalog.UnitAssignment, 'id'>): number {
  const times = desk.said.filter((said) => said.unitId === unit.id).map((said) => said.atMs);
  return times.reduce((longest, time, index) => Math.max(longest, time - (times[index - 1] ?? time)), 0);
}
