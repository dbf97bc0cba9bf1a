import { newId } from '@larksong/service-kit';
import { sql } from 'kysely';

import type { Db, Trx } from '../../db/tables.ts';

/** The flags of a video about which nobody was told. */
interface Untold {
  videoId: string;
  uploaderId: string;
  ids: string[];
}

/** Returns the open flags about which nobody was told, by video. */
export async function listUntold(db: Db, limit: number): Promise<Untold[]> {
  const { rows } = await sql<Untold>`
    select videos.id as "videoId", videos.uploader_id as "uploaderId", array_agg(flags.id) as ids
    from flags join videos on videos.id = flags.video_id
    where flags.told_at is null and flags.nest_id is null
    group by videos.id order by min(flags.made_at) limit ${limit}`.execute(db);
  return rows;
}

/** Adds a notice about a flagged video for each account that has no unread one, if somebody else's flag is still open. */
export async function addFlagNotices(trx: Trx, videoId: string, userIds: string[]): Promise<void> {
  const ids = userIds.map(() => newId());
  await sql`
    insert into notices (id, video_id, user_id, kind)
    select told.id, videos.id, told.user_id, 'flagged'
    from unnest(${ids}::uuid[], ${userIds}::uuid[]) as told (id, user_id)
    join videos on videos.id = ${videoId}
    where not exists (
        select from notices
        where notices.user_id = told.user_id and notices.video_id = videos.id and notices.kind = 'flagged'
          and notices.read_at is null
      )
      and exists (
        select from flags where flags.video_id = videos.id and flags.closed_at is null and flags.nest_id is null
          and flags.member_id is distinct from told.user_id
      )`.execute(trx);
}

/** Marks flags as those about which notices were made. */
export async function markTold(trx: Trx, ids: string[]): Promise<void> {
  await sql`update flags set told_at = now() where id = any(${ids}::uuid[])`.execute(trx);
}
