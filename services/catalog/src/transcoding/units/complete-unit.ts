import type { catalog } from '@larksong/contracts';
import { AppError, type Logger } from '@larksong/service-kit';
import type { Report, Verdict } from '@larksong/service-kit/leases';
import type { Storage } from '@larksong/service-kit/storage';

import type { Db, Trx, UnitRow, VideoRow } from '../../db/tables.ts';
import { addFileCaptions } from '../../library/captions/store.ts';
import type { TranscodingMetrics } from '../metrics.ts';
import { addNotice } from '../notices/store.ts';
import { markCompleted, saveExtras, savePlan, saveStoryboard } from '../../library/videos/store.ts';
import { secondsBetween } from '../../library/videos/video.ts';
import { findOutputProblem } from './check-output.ts';
import { planChunks } from './chunks.ts';
import { failUnit } from './fail-unit.ts';
import { units } from './leases.ts';
import * as store from './store.ts';

export interface UnitDeps {
  db: Db;
  storage: Storage;
  logger: Logger;
  metrics: TranscodingMetrics;
}

/** Pause between renewals of a unit's lease while its output is verified. */
const RENEW_MS = 2000;

/**
 * Completes a unit after checking that its output is in storage; if it is missing, the unit has failed. A repeated
 * report about a completed unit is accepted again. Throws VALIDATION_FAILED for a result of another kind.
 */
export async function completeUnit(
  deps: UnitDeps,
  report: Report & { result: catalog.UnitResult },
): Promise<Verdict> {
  const unit = await store.findUnit(deps.db, report.id);
  if (unit?.state === 'done' && unit.token === report.token) return { stop: false }; // the previous answer was lost
  const problem =
    unit && (await keepLease(deps.db, report, () => findOutputProblem(deps, unit, report.result)));
  if (problem !== undefined)
    return failUnit(deps, { ...report, cause: 'infrastructure', message: problem, log: '', code: 'storage' });
  let note: () => void = () => undefined;
  const verdict = await units.whenOwned(deps.db, report, async (trx, { row, parent: video }) => {
    if (row.kind !== report.result.kind)
      throw new AppError('VALIDATION_FAILED', { message: 'kind does not match.' });
    const completed = await takeResult(trx, video, report.result);
    const done = await store.markDone(trx, row.id);
    await advance(trx, video);
    note = () => noteDone(deps.metrics, { video, completed, done });
  });
  if (!verdict.stop) note();
  return verdict;
}

/** Counts a done unit in the metrics. A chunk of several tries says nothing about speed. */
function noteDone(
  metrics: TranscodingMetrics,
  of: { video: VideoRow; completed: VideoRow | undefined; done: UnitRow },
): void {
  const { video, completed, done } = of;
  if (completed) metrics.completed(secondsBetween(completed.started_at, completed.completed_at));
  if (done.kind !== 'video-chunk' || !done.chunk || done.started_count > 1) return;
  const spentSeconds = secondsBetween(done.claimed_at, done.done_at);
  const spanSeconds = done.chunk.endSeconds - done.chunk.startSeconds;
  const rungs = video.plan?.rungs.map(({ resolution }) => resolution) ?? [];
  if (spentSeconds > 0) metrics.encoded(rungs, spanSeconds / spentSeconds);
}

/** Keeps the lease of a unit while `work` verifies its output, however long that takes. */
async function keepLease<T>(db: Db, { id, token }: Report, work: () => Promise<T>): Promise<T> {
  const renew = () => store.touchUnit(db, { id, token }).catch(() => {}); // the next renewal may succeed
  const timer = setInterval(() => void renew(), RENEW_MS);
  try {
    return await work();
  } finally {
    clearInterval(timer);
  }
}

/** Saves the result of a unit. Returns the video if it is completed by it. */
async function takeResult(
  trx: Trx,
  video: VideoRow,
  result: catalog.UnitResult,
): Promise<VideoRow | undefined> {
  if (result.kind === 'plan') {
    await savePlan(trx, video.id, result.plan);
    await store.createUnits(trx, video, unitsOf(result.plan));
  }
  if (result.kind === 'extras') {
    await saveExtras(trx, video.id, result.extras);
    await addFileCaptions(trx, video, result.captions ?? []);
  }
  if (result.kind !== 'finish') return undefined;
  if (result.storyboard) await saveStoryboard(trx, video.id, result.storyboard);
  const completed = await markCompleted(trx, video.id, result.durationSeconds);
  if (completed) await addNotice(trx, video.id, 'ready');
  return completed;
}

/**
 * Returns the units that follow a plan: its chunks, the sound and the pictures. Those that a viewer does not wait for
 * are held back until the video is playable. The `finish` unit follows when all are done.
 */
function unitsOf(plan: catalog.Plan): store.NewUnit[] {
  return [
    ...planChunks(plan).map((chunk, index) => ({
      kind: 'video-chunk' as const,
      index,
      chunk,
      isHeld: index > 0,
    })),
    ...(plan.audio ? [{ kind: 'audio' as const, index: 0, chunk: null }] : []),
    { kind: 'extras' as const, index: 0, chunk: null, isHeld: true },
  ];
}

/** Creates the finish unit once no other unit is open. The caller has locked the video. */
export async function advance(trx: Trx, video: VideoRow): Promise<void> {
  if ((await store.countOpenUnits(trx, video)) > 0) return;
  if (!(await store.hasFinishUnit(trx, video)))
    await store.createUnits(trx, video, [{ kind: 'finish', index: 0, chunk: null }]);
}
