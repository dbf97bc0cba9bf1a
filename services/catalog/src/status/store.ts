import type { FailureCode, status } from '@larksong/contracts';
import { sql } from 'kysely';

import type { Db } from '../db/tables.ts';

const MOST_UPLOADERS = 10;
/** Tries after which a unit counts as failing. */
const MANY_FAILURES = 3;
/** An upload without progress for this long does not count as running. */
const ACTIVE_SECONDS = 120;

/** Returns the number of uploads that have made progress recently. */
export async function countUploads(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from uploads
    where discarded_at is null and touched_at > now() - make_interval(secs => ${ACTIVE_SECONDS})`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Returns the failures of the last day by cause. */
export async function countRecentFailures(db: Db): Promise<{ failureCode: FailureCode; count: number }[]> {
  const { rows } = await sql<{ failureCode: FailureCode; count: number }>`
    select coalesce(failure_code, 'other') as "failureCode", count(*)::integer as count
    from videos where status = 'failed' and failed_at > now() - interval '1 day'
    group by 1 order by 2 desc`.execute(db);
  return rows;
}

/** Returns the number of units of videos in work that have failed several times. */
export async function countFailingUnits(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from transcode_units units
    join videos on videos.id = units.video_id and videos.attempt = units.attempt and videos.status = 'processing'
    where units.state <> 'done' and units.failure_count >= ${MANY_FAILURES}`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Returns the bytes of all uploaded files and of the segments made from them, also by uploader. Reads whole tables. */
export async function measureUsage(db: Db): Promise<status.CatalogUsage> {
  const { rows } = await sql<{ name: string; videoCount: number; sources: string; renditions: string }>`
    with segment_sizes as (select video_id, sum(size_bytes) as bytes from segments group by video_id)
    select
      coalesce(uploaders.display_name, uploaders.username, '') as name,
      count(*)::integer as "videoCount",
      coalesce(sum(videos.source_size_bytes) filter (where videos.source_removed_at is null), 0) as sources,
      coalesce(sum(segment_sizes.bytes), 0) as renditions
    from videos
    left join uploaders on uploaders.id = videos.uploader_id
    left join segment_sizes on segment_sizes.video_id = videos.id
    group by videos.uploader_id, 1
    order by coalesce(sum(videos.source_size_bytes) filter (where videos.source_removed_at is null), 0)
      + coalesce(sum(segment_sizes.bytes), 0) desc`.execute(db);
  const sum = (of: 'sources' | 'renditions') => rows.reduce((total, row) => total + Number(row[of]), 0);
  return {
    sourcesBytes: sum('sources'),
    renditionsBytes: sum('renditions'),
    uploaders: rows.slice(0, MOST_UPLOADERS).map(({ name, videoCount, sources, renditions }) => ({
      name,
      videoCount,
      sizeBytes: Number(sources) + Number(renditions),
    })),
    measuredAt: new Date().toISOString(),
  };
}
