import type { catalog } from '@larksong/contracts';
import { sql } from 'kysely';

import type { Db, SegmentRow, Trx, UnitRow, VideoRow } from '../../db/tables.ts';

/** Returns the segments of a unit. */
export async function listUnitSegments(db: Db | Trx, unitId: string): Promise<SegmentRow[]> {
  return db
    .selectFrom('segments')
    .selectAll()
    .where('unit_id', '=', unitId)
    .orderBy('rendition')
    .orderBy('index')
    .execute();
}

/** Returns the segments of an attempt of a video. */
export async function listAttemptSegments(
  db: Db | Trx,
  videoId: string,
  attempt: number,
): Promise<SegmentRow[]> {
  return db
    .selectFrom('segments')
    .selectAll()
    .where('video_id', '=', videoId)
    .where('attempt', '=', attempt)
    .orderBy('rendition')
    .orderBy('index')
    .execute();
}

/** Deletes a unit's segments with an index of at least `fromIndex`, which are encoded again. */
export async function dropUnitSegments(trx: Trx, unitId: string, fromIndex: number): Promise<void> {
  await trx.deleteFrom('segments').where('unit_id', '=', unitId).where('index', '>=', fromIndex).execute();
}

/** Adds segments. Existing ones are not replaced, since a listed segment never changes. */
export async function addSegments(
  trx: Trx,
  unit: UnitRow,
  token: string,
  segments: catalog.Segment[],
): Promise<void> {
  await trx
    .insertInto('segments')
    .values(
      segments.map((segment) => ({
        video_id: unit.video_id,
        attempt: unit.attempt,
        rendition: segment.rendition,
        index: segment.index,
        unit_id: unit.id,
        token,
        key: segment.key,
        init_key: segment.initKey,
        size_bytes: segment.sizeBytes,
        start_seconds: segment.startSeconds,
        duration_seconds: segment.durationSeconds,
      })),
    )
    .onConflict((conflict) => conflict.columns(['video_id', 'attempt', 'rendition', 'index']).doNothing())
    .execute();
}

/** Returns how many leading segments every rung has, continuing from the listed ones. */
export async function countListable(trx: Trx, video: VideoRow, rungCount: number): Promise<number> {
  const { rows } = await sql<{ count: string }>`
    with complete as (
      select index from segments
      where video_id = ${video.id} and attempt = ${video.attempt} and rendition <> 'audio'
        and index >= ${video.listed_segments}
      group by index having count(*) = ${rungCount}
    ), numbered as (
      select index, row_number() over (order by index) - 1 + ${video.listed_segments} as position from complete
    )
    select count(*) as count from numbered where index = position`.execute(trx);
  return video.listed_segments + Number(rows[0]?.count ?? 0);
}

/** Returns whether an attempt has a segment of this rendition. */
export async function hasSegment(
  trx: Trx,
  video: VideoRow,
  rendition: string,
  index: number,
): Promise<boolean> {
  const row = await trx
    .selectFrom('segments')
    .select('index')
    .where('video_id', '=', video.id)
    .where('attempt', '=', video.attempt)
    .where('rendition', '=', rendition as SegmentRow['rendition'])
    .where('index', '=', index)
    .executeTakeFirst();
  return row !== undefined;
}
