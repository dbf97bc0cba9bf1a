import { dirname } from 'node:path/posix';

import type { catalog } from '@larksong/contracts';
import { AppError, type Logger } from '@larksong/service-kit';
import type { Report, Verdict } from '@larksong/service-kit/leases';
import type { Storage } from '@larksong/service-kit/storage';

import type { Db, SegmentRow, Trx, UnitRow, VideoRow } from '../../db/tables.ts';
import { addNotice } from '../notices/store.ts';
import { markCompleted, saveExtras, savePlan } from '../../library/videos/store.ts';
import { listUnitSegments } from '../segments/store.ts';
import { planChunks } from './chunks.ts';
import { units } from './leases.ts';
import * as store from './store.ts';

export interface UnitDeps {
  db: Db;
  storage: Storage;
  logger: Logger;
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
  const before = await store.findUnit(deps.db, report.id);
  if (before?.state === 'done' && before.token === report.token) return { stop: false }; // the previous answer was lost
  const problem = await keepLease(deps.db, report, () => findProblem(deps, report));
  if (problem !== undefined)
    return units.fail(deps.db, { ...report, cause: 'infrastructure', message: problem, log: '' });
  return units.whenOwned(deps.db, report, async (trx, { row: unit, parent: video }) => {
    if (unit.kind !== report.result.kind)
      throw new AppError('VALIDATION_FAILED', { message: 'kind does not match.' });
    await takeResult(trx, video, report.result);
    await store.markDone(trx, unit.id);
    await advance(trx, video);
  });
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

async function takeResult(trx: Trx, video: VideoRow, result: catalog.UnitResult): Promise<void> {
  if (result.kind === 'plan') {
    await savePlan(trx, video.id, result.plan);
    await store.createUnits(trx, video, unitsOf(result.plan));
  }
  if (result.kind === 'extras') await saveExtras(trx, video.id, result.extras);
  if (result.kind === 'finish' && (await markCompleted(trx, video.id, result.durationSeconds)))
    await addNotice(trx, video.id, 'ready');
}

/**
 * Returns the units that follow a plan: its chunks, the sound and the pictures. The `finish` unit follows when they are
 * done.
 */
function unitsOf(plan: catalog.Plan): store.NewUnit[] {
  return [
    ...planChunks(plan).map((chunk, index) => ({ kind: 'video-chunk' as const, index, chunk })),
    ...(plan.audio ? [{ kind: 'audio' as const, index: 0, chunk: null }] : []),
    { kind: 'extras' as const, index: 0, chunk: null },
  ];
}

/** Creates the finish unit once no other unit is open. The caller has locked the video. */
export async function advance(trx: Trx, video: VideoRow): Promise<void> {
  if ((await store.countOpenUnits(trx, video)) > 0) return;
  if (!(await store.hasFinishUnit(trx, video)))
    await store.createUnits(trx, video, [{ kind: 'finish', index: 0, chunk: null }]);
}

/** Returns the problem with a worker's reported output, for the log; undefined if it is complete. */
async function findProblem(
  deps: UnitDeps,
  report: Report & { result: catalog.UnitResult },
): Promise<string | undefined> {
  const { result } = report;
  if (result.kind === 'extras') {
    const keys = [
      result.extras.thumbnailKey,
      ...(result.extras.storyboard ? [result.extras.storyboard.key] : []),
    ];
    const present = await Promise.all(keys.map((key) => deps.storage.stat(key)));
    return present.every(Boolean) ? undefined : 'A picture is not in storage.';
  }
  if (result.kind !== 'video-chunk' && result.kind !== 'audio') return undefined;
  const unit = await store.findUnit(deps.db, report.id);
  if (!unit) return undefined; // the transaction handles the stale report
  const rows = await listUnitSegments(deps.db, report.id);
  return (await findCountProblem(deps.db, unit, rows)) ?? (await findStorageProblem(deps.storage, rows));
}

async function findCountProblem(db: Db, unit: UnitRow, rows: SegmentRow[]): Promise<string | undefined> {
  const renditions = Map.groupBy(rows, (row) => row.rendition);
  for (const [rendition, segments] of renditions) {
    const first = unit.chunk?.firstSegment ?? 0;
    if (segments.some((segment, position) => segment.index !== first + position))
      return `${rendition} has a gap.`;
  }
  if (!unit.chunk) return renditions.size === 1 ? undefined : 'The sound is not in storage.';
  const plan = await store.findPlan(db, unit.video_id);
  // A source may end slightly before its declared duration; the finish unit decides how much may be missing.
  const least = isLast(unit, plan) ? 1 : unit.chunk.segmentCount;
  for (const rung of plan?.rungs ?? []) {
    const count = renditions.get(rung.resolution)?.length ?? 0;
    if (count < least) return `${rung.resolution} has ${count} of ${unit.chunk.segmentCount} segments.`;
  }
  return undefined;
}

function isLast(unit: UnitRow, plan: catalog.Plan | null): boolean {
  return unit.chunk !== null && plan !== null && unit.chunk.endSeconds >= plan.durationSeconds - 0.001;
}

/** Returns the first segment problem in storage, by listing folders: a page of them costs as much as one lookup. */
async function findStorageProblem(storage: Storage, rows: SegmentRow[]): Promise<string | undefined> {
  const sizes = new Map<string, number>();
  for (const folder of new Set(rows.map((row) => dirname(row.key))))
    for await (const object of storage.list(`${folder}/`)) sizes.set(object.key, object.sizeBytes);
  for (const row of rows) {
    const sizeBytes = sizes.get(row.key);
    if (sizeBytes === undefined) return `${row.key} is not in storage.`;
    if (sizeBytes !== Number(row.size_bytes))
      return `${row.key} has ${sizeBytes} bytes instead of ${row.size_bytes}.`;
  }
  for (const key of new Set(rows.map((row) => row.init_key)))
    if (!(await storage.stat(key))) return `${key} is not in storage.`;
  return undefined;
}
