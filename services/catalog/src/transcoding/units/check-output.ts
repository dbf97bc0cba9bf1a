import { dirname } from 'node:path/posix';

import { catalog, type FailureReason } from '@larksong/contracts';
import { why } from '@larksong/service-kit/sentences';
import type { Storage } from '@larksong/service-kit/storage';

import type { Db, SegmentRow, UnitRow } from '../../db/tables.ts';
import { listUnitSegments } from '../segments/store.ts';
import { findPlan } from './store.ts';

/** The objects that a worker claims to have stored for a unit. */
interface Output {
  storage: Storage;
  unit: UnitRow;
  plan: catalog.Plan | null;
  /** All reported segments of the unit. */
  segments: SegmentRow[];
}

type Check = (output: Output) => FailureReason | undefined | Promise<FailureReason | undefined>;

const CHECKS: readonly Check[] = [findGap, findMissingRendition, findMissingObject];

/** Returns what is wrong with the output of a unit; undefined if it is complete and in storage. */
export async function findOutputProblem(
  { db, storage }: { db: Db; storage: Storage },
  unit: UnitRow,
  result: catalog.UnitResult,
): Promise<FailureReason | undefined> {
  if (result.kind === 'extras') return findExtrasProblem(storage, unit, result);
  if (result.kind === 'finish') return findMissingPicture(storage, [result.storyboard?.key]);
  if (result.kind !== 'video-chunk' && result.kind !== 'audio') return undefined;
  const [segments, plan] = await Promise.all([listUnitSegments(db, unit.id), findPlan(db, unit.video_id)]);
  const output = { storage, unit, plan, segments };
  for (const check of CHECKS) {
    const problem = await check(output);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

async function findExtrasProblem(
  storage: Storage,
  unit: UnitRow,
  { extras, captions = [] }: Extract<catalog.UnitResult, { kind: 'extras' }>,
): Promise<FailureReason | undefined> {
  const owner = { videoId: unit.video_id, attempt: unit.attempt, token: unit.token ?? '' };
  if (captions.some(({ key }, number) => key !== catalog.extraCaptionKey(owner, number)))
    return why('captions-foreign');
  const keys = captions.map(({ key }) => key);
  if (!(await areStored(storage, keys))) return why('captions-missing');
  return findMissingPicture(storage, [extras.thumbnailKey, extras.storyboard?.key]);
}

async function findMissingPicture(
  storage: Storage,
  keys: readonly (string | undefined)[],
): Promise<FailureReason | undefined> {
  const wanted = keys.filter((key) => key !== undefined);
  return (await areStored(storage, wanted)) ? undefined : why('picture-missing');
}

async function areStored(storage: Storage, keys: readonly string[]): Promise<boolean> {
  return (await Promise.all(keys.map((key) => storage.stat(key)))).every(Boolean);
}

function findGap({ unit, segments }: Output): FailureReason | undefined {
  const first = unit.chunk?.firstSegment ?? 0;
  for (const [rendition, ofRendition] of Map.groupBy(segments, (segment) => segment.rendition))
    if (ofRendition.some((segment, position) => segment.index !== first + position))
      return why('rendition-gap', { rendition });
  return undefined;
}

function findMissingRendition({ unit, plan, segments }: Output): FailureReason | undefined {
  const renditions = Map.groupBy(segments, (segment) => segment.rendition);
  if (!unit.chunk) return renditions.size === 1 ? undefined : why('sound-missing');
  // A source may end slightly before its declared duration; the finish unit decides how much may be missing.
  const isLast = plan !== null && unit.chunk.endSeconds >= plan.durationSeconds - 0.001;
  const least = isLast ? 1 : unit.chunk.segmentCount;
  for (const rung of plan?.rungs ?? []) {
    const count = renditions.get(rung.resolution)?.length ?? 0;
    if (count < least)
      return why('rendition-incomplete', {
        rendition: rung.resolution,
        madeCount: count,
        plannedCount: unit.chunk.segmentCount,
      });
  }
  return undefined;
}

/** Lists folders instead of looking objects up: a page of them costs as much as one lookup. */
async function findMissingObject({ storage, segments }: Output): Promise<FailureReason | undefined> {
  const sizes = new Map<string, number>();
  for (const folder of new Set(segments.map((segment) => dirname(segment.key))))
    for await (const object of storage.list(`${folder}/`)) sizes.set(object.key, object.sizeBytes);
  for (const segment of segments) {
    const sizeBytes = sizes.get(segment.key);
    if (sizeBytes === undefined) return why('object-missing', { key: segment.key });
    if (sizeBytes !== Number(segment.size_bytes))
      return why('object-changed', {
        key: segment.key,
        foundCount: sizeBytes,
        plannedCount: Number(segment.size_bytes),
      });
  }
  for (const key of new Set(segments.map((segment) => segment.init_key)))
    if (!(await storage.stat(key))) return why('object-missing', { key });
  return undefined;
}
