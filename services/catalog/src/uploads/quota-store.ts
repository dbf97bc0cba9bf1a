import { sql } from 'kysely';

import type { Db, Trx } from '../db/tables.ts';
import { readTotals } from '../totals/store.ts';

/** Uploads that count: those touched within `seconds`, and one that is resumed after a longer pause. */
interface Active {
  seconds: number;
  resumedId: string | null;
}

/** Returns the bytes of all uploaded files and renditions, with the announced sizes of active uploads. */
export async function measureSite(db: Db | Trx, active: Active): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    select ((select coalesce(sum(source_size_bytes), 0) from videos where source_removed_at is null)
      + ${announced(active)})::float8 as bytes`.execute(db);
  return (rows[0]?.bytes ?? 0) + (await readTotals(db)).bytes.segment;
}

/** Like `measureSite`, for the videos and uploads of one account. */
export async function measureUploader(db: Db | Trx, uploaderId: string, active: Active): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    select ((select coalesce(sum(source_size_bytes), 0) from videos
        where uploader_id = ${uploaderId} and source_removed_at is null)
      + (select coalesce(sum(segments.size_bytes), 0) from segments
        join videos on videos.id = segments.video_id where videos.uploader_id = ${uploaderId})
      + ${announced(active, uploaderId)})::float8 as bytes`.execute(db);
  return rows[0]?.bytes ?? 0;
}

function announced({ seconds, resumedId }: Active, uploaderId: string | null = null) {
  return sql`(select coalesce(sum(size_bytes), 0) from uploads
    where discarded_at is null and (${uploaderId}::uuid is null or uploader_id = ${uploaderId}::uuid)
      and (touched_at > now() - make_interval(secs => ${seconds}) or id = ${resumedId}::uuid))`;
}
