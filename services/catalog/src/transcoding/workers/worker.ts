import type { catalog } from '@larksong/contracts';

import { STAGES } from '../stages.ts';
import { VANISHED_SECONDS, type RunningUnit, type SeenWorker } from './store.ts';

/** Maps a worker and the units of all workers to the contract. */
export function toWorker(worker: SeenWorker, running: readonly RunningUnit[]): catalog.Worker {
  const { report } = worker;
  const units = running.filter(({ workerId }) => workerId === worker.id).map(toUnit);
  const activeSounds = isPresent(worker) ? (report?.activeSounds ?? 0) : 0;
  return {
    id: worker.id,
    name: report?.name ?? worker.id.split(':', 1)[0] ?? worker.id,
    host: report?.host ?? null,
    version: report?.version ?? null,
    ffmpegVersion: report?.ffmpegVersion ?? null,
    state: stateOf(worker, units.length + activeSounds),
    sandboxed: worker.sandboxed,
    startedAt: worker.startedAt.toISOString(),
    silentSeconds: toWhole(worker.silentSeconds),
    units,
    activeSounds,
    load: report?.load ?? null,
  };
}

/** Returns whether a worker has neither stopped nor vanished. */
export function isPresent({ isStopped, silentSeconds }: SeenWorker): boolean {
  return !isStopped && silentSeconds <= VANISHED_SECONDS;
}

/** The lanes of a worker; the game's sounds have their own. */
export type WorkLane = keyof catalog.WorkerReport['slots'];

/** Returns how much the present workers can do at once in each lane; stopping ones begin no others. */
export function countSlots(workers: readonly SeenWorker[]): Record<WorkLane, number> {
  const able = workers.filter((worker) => isPresent(worker) && !worker.isStopping);
  const count = (lane: WorkLane) => able.reduce((sum, { report }) => sum + (report?.slots[lane] ?? 1), 0);
  return { heavy: count('heavy'), light: count('light'), sound: count('sound') };
}

function stateOf(worker: SeenWorker, activeCount: number): catalog.Worker['state'] {
  if (worker.isStopped) return 'stopped';
  if (!isPresent(worker)) return 'vanished';
  if (worker.isStopping) return 'stopping';
  return activeCount > 0 ? 'busy' : 'idle';
}

function toUnit({ videoId, title, kind, chunk, elapsedSeconds }: RunningUnit): catalog.WorkerUnit {
  const span = chunk && { startSeconds: chunk.startSeconds, endSeconds: chunk.endSeconds };
  return { videoId, title, stage: STAGES[kind], span, elapsedSeconds: toWhole(elapsedSeconds) };
}

/** A transaction's time lies slightly before that of a later write. */
function toWhole(seconds: number): number {
  return Math.max(0, Math.floor(seconds));
}
