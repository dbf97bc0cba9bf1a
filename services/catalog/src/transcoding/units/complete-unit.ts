import { because, type catalog } from '@larksong/contracts';
import { AppError, type Logger } from '@larksong/service-kit';
import type { Report, Verdict } from '@larksong/service-kit/leases';
import { sayFailure } from '@larksong/service-kit/sentences';
import type { Storage } from '@larksong/service-kit/storage';

import type { Db, Trx, UnitRow, VideoRow } from '../../db/tables.ts';
import { guessLanguage } from '../../library/captions/guess-languages.ts';
import { addFileCaptions } from '../../library/captions/store.ts';
import type { TranscodingMetrics } from '../metrics.ts';
import { addNotice } from '../notices/store.ts';
import { markCompleted, saveExtras, savePlan, saveStoryboard } from '../../library/videos/store.ts';
import { secondsBetween } from '../../library/videos/video.ts';
import { findOutputProblem } from './check-output.ts';
import { failUnit } from './fail-unit.ts';
import { units } from './leases.ts';
import { createFinishUnitIfDue, createUnitsOfPlan } from './follow-up-units.ts';
import * as store from './store.ts';

export interface UnitDeps {
  db: Db;
  storage: Storage;
  logger: Logger;
  metrics: TranscodingMetrics;
}

/** Pause between renewals of a unit's lease while its output is verified. */
const RENEW_MS = 2000;

/** The state of a completion, in the transaction that has locked the unit and its video. */
interface Completion {
  trx: Trx;
  result: catalog.UnitResult;
  /** Running at first, then done. */
  unit: UnitRow;
  /** As it was before. */
  video: VideoRow;
  /** The video if this unit completes it. */
  completed?: VideoRow;
}

type Step = (completion: Completion) => Promise<Completion>;

const STEPS: readonly Step[] = [checkKind, saveResult, markUnitDone, addFinishUnit];

/**
 * Completes a unit after checking that its output is in storage; if it is missing, the unit has failed. A repeated
 * report about a completed unit is accepted again. Throws VALIDATION_FAILED for a result of another kind.
 */
export async function completeUnit(
  deps: UnitDeps,
  report: Report & { result: catalog.UnitResult },
): Promise<Verdict> {
  const { db, metrics } = deps;
  const { result } = report;
  const unit = await store.findUnit(db, report.id);
  if (unit?.state === 'done' && unit.token === report.token) return { stop: false }; // the previous answer was lost
  const reason = unit && (await keepLease(db, report, () => findOutputProblem(deps, unit, result)));
  if (reason !== undefined) {
    const failure = {
      cause: 'infrastructure',
      message: sayFailure(reason),
      reason,
      log: '',
      code: 'storage',
    } as const;
    return failUnit(deps, { ...report, ...failure });
  }
  let completion: Completion | undefined;
  const verdict = await units.whenOwned(db, report, async (trx, { row, parent }) => {
    completion = await runSteps({ trx, result, unit: row, video: parent });
  });
  if (completion) noteDone(metrics, completion);
  return verdict;
}

async function runSteps(start: Completion): Promise<Completion> {
  let completion = start;
  for (const step of STEPS) completion = await step(completion);
  return completion;
}

async function checkKind(completion: Completion): Promise<Completion> {
  if (completion.unit.kind !== completion.result.kind)
    throw new AppError('VALIDATION_FAILED', because('unit.kind'));
  return completion;
}

async function saveResult(completion: Completion): Promise<Completion> {
  const { trx, video, result } = completion;
  if (result.kind === 'plan') {
    await savePlan(trx, video.id, result.plan);
    await createUnitsOfPlan(trx, video, result.plan);
  }
  if (result.kind === 'extras') {
    await saveExtras(trx, video.id, result.extras);
    const captions = result.captions ?? [];
    await addFileCaptions(trx, video, captions);
    await guessLanguage(
      trx,
      video,
      captions.map(({ language }) => language),
    );
  }
  if (result.kind !== 'finish') return completion;
  if (result.storyboard) await saveStoryboard(trx, video.id, result.storyboard);
  const completed = await markCompleted(trx, video.id, result.durationSeconds);
  if (completed) await addNotice(trx, video.id, 'ready');
  return { ...completion, completed };
}

async function markUnitDone(completion: Completion): Promise<Completion> {
  return { ...completion, unit: await store.markDone(completion.trx, completion.unit.id) };
}

async function addFinishUnit(completion: Completion): Promise<Completion> {
  await createFinishUnitIfDue(completion.trx, completion.video);
  return completion;
}

/** Counts a done unit in the metrics. A chunk that took several tries says nothing about speed. */
function noteDone(metrics: TranscodingMetrics, { unit, video, completed }: Completion): void {
  if (completed) metrics.completed(secondsBetween(completed.started_at, completed.completed_at));
  if (unit.kind !== 'video-chunk' || !unit.chunk || unit.started_count > 1) return;
  const spentSeconds = secondsBetween(unit.claimed_at, unit.done_at);
  const spanSeconds = unit.chunk.endSeconds - unit.chunk.startSeconds;
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
