import type { catalog } from '@larksong/contracts';
import { inTransaction, newId } from '@larksong/service-kit';

import type { Db, SegmentRow, Trx, UnitRow, VideoRow } from '../../db/tables.ts';
import { listFileCaptionKeys } from '../../library/captions/store.ts';
import { listTags } from '../../library/tags/store.ts';
import { dropUnitSegments, listAttemptSegments, listUnitSegments } from '../segments/store.ts';
import { claimFairestUnit } from './fairest-unit-store.ts';
import { createFinishUnitIfDue } from './follow-up-units.ts';
import * as store from './store.ts';

/** `was-done` is a unit whose last try stored every segment and died before it could report that. */
type Outcome =
  | { kind: 'assigned'; assignment: catalog.UnitAssignment }
  | { kind: 'none-due' }
  | { kind: 'was-done' };

/** Claims the fairest due unit of a lane with a new token; returns null if none is due. */
export async function claimUnit(
  db: Db,
  claim: { lane: catalog.Lane; workerId: string; planVersion?: number | undefined },
): Promise<catalog.UnitAssignment | null> {
  for (;;) {
    const outcome = await inTransaction(db, (trx) => claimOnce(trx, claim));
    if (outcome.kind === 'assigned') return outcome.assignment;
    if (outcome.kind === 'none-due') return null;
  }
}

async function claimOnce(
  trx: Trx,
  claim: { lane: catalog.Lane; workerId: string; planVersion?: number | undefined },
): Promise<Outcome> {
  const token = newId();
  const unit = await claimFairestUnit(trx, { ...claim, token });
  if (!unit) return { kind: 'none-due' };
  const video = await store.getVideo(trx, unit.video_id);
  const chunk = unit.chunk && (await resumeChunk(trx, unit, unit.chunk, video.plan?.rungs.length ?? 0));
  if (chunk?.segmentCount === 0) {
    await store.markDone(trx, unit.id);
    await createFinishUnitIfDue(trx, video);
    return { kind: 'was-done' };
  }
  const assignment = toAssignment({ unit, video, token, chunk });
  if (unit.kind === 'plan') {
    const tags = await listTags(trx, video.id);
    const about = { title: video.title, tags: tags.map(({ tagValue }) => tagValue) };
    return { kind: 'assigned', assignment: { ...assignment, about } };
  }
  if (unit.kind !== 'finish') return { kind: 'assigned', assignment };
  const segments = await listAttemptSegments(trx, video.id, video.attempt);
  const extraKeys = [...pictureKeys(video), ...(await listFileCaptionKeys(trx, video.id))];
  return { kind: 'assigned', assignment: { ...assignment, segments: segments.map(toSegment), extraKeys } };
}

function pictureKeys({ extras }: VideoRow): string[] {
  return [extras?.thumbnailKey, extras?.storyboard?.key].filter((key) => key !== undefined);
}

/**
 * Returns the rest of a chunk that was begun before, from the first segment that some rung lacks. Deletes the segments
 * from there on. A chunk without segments means that nothing is left.
 */
async function resumeChunk(
  trx: Trx,
  unit: UnitRow,
  chunk: catalog.Chunk,
  rungCount: number,
): Promise<catalog.Chunk> {
  const rows = await listUnitSegments(trx, unit.id);
  const { kept, startSeconds } = planResume(rows, chunk, rungCount);
  await dropUnitSegments(trx, unit.id, chunk.firstSegment + kept);
  return {
    startSeconds,
    endSeconds: chunk.endSeconds,
    firstSegment: chunk.firstSegment + kept,
    segmentCount: chunk.segmentCount - kept,
  };
}

/** Returns how many leading segments of a chunk every rung has, and where the next one begins. */
function planResume(
  rows: Pick<SegmentRow, 'index' | 'start_seconds' | 'duration_seconds'>[],
  chunk: catalog.Chunk,
  rungCount: number,
): { kept: number; startSeconds: number } {
  const byIndex = Map.groupBy(rows, (row) => row.index);
  let kept = 0;
  let { startSeconds } = chunk;
  for (;;) {
    const segments = byIndex.get(chunk.firstSegment + kept);
    if (!segments || segments.length < rungCount) return { kept, startSeconds };
    startSeconds = Math.min(...segments.map((segment) => segment.start_seconds + segment.duration_seconds));
    kept += 1;
  }
}

function toAssignment(of: {
  unit: UnitRow;
  video: VideoRow;
  token: string;
  chunk: catalog.Chunk | null;
}): catalog.UnitAssignment {
  return {
    id: of.unit.id,
    videoId: of.video.id,
    attempt: of.unit.attempt,
    kind: of.unit.kind,
    index: of.unit.index,
    token: of.token,
    requestId: of.video.request_id,
    ...(of.video.trace_parent === null ? {} : { traceParent: of.video.trace_parent }),
    source: { key: of.video.source_key, sizeBytes: Number(of.video.source_size_bytes) },
    resolutions: of.video.requested_resolutions,
    ...(of.video.accepted ? { accepted: of.video.accepted } : {}),
    plan: of.video.plan,
    chunk: of.chunk,
    segments: [],
    alone: of.unit.is_suspect,
  };
}

function toSegment(row: SegmentRow): catalog.Segment {
  return {
    rendition: row.rendition,
    index: row.index,
    key: row.key,
    initKey: row.init_key,
    sizeBytes: Number(row.size_bytes),
    startSeconds: row.start_seconds,
    durationSeconds: row.duration_seconds,
  };
}
