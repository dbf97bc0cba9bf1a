import { newId } from '@larksong/service-kit';
import { sql } from 'kysely';

import type { Db, Trx } from '../db/tables.ts';
import { PENDING } from './store.ts';

/** A video with comments about which somebody has to decide. */
interface CommentedVideo {
  videoId: string;
  uploaderId: string;
  /** When the latest of them came to wait, or was reported. */
  latest: Date;
}

/** Over `notices`, whether comments of others on the video wait for a decision of its reader, or were reported. */
const isPending = sql`(
  exists (select from site_settings where comments <> 'off')
  and exists (
    select from comments
    where comments.video_id = notices.video_id and comments.author_id <> notices.user_id
      and (${PENDING.waiting} or ${PENDING.reported})
  ))`;

/** Over `comments`, whether one waits, or was reported, unless that was found to concern nobody. */
const isUntold = sql`(
  (${PENDING.waiting} or ${PENDING.reported})
  and greatest(waiting_since, reported_at) > coalesce(without_notice_at, '-infinity'))`;

/** Returns videos on which a comment has come to wait, or was reported, after the latest notice about that. */
export async function listUntold(db: Db, limit: number): Promise<CommentedVideo[]> {
  const { rows } = await sql<CommentedVideo>`
    select videos.id as "videoId", videos.uploader_id as "uploaderId", pending.latest
    from (
      select video_id, max(greatest(waiting_since, reported_at)) as latest from comments
      where ${isUntold} group by video_id
    ) pending
    join videos on videos.id = pending.video_id
    where exists (select from site_settings where comments <> 'off')
      and pending.latest > coalesce((
        select max(created_at) from notices where video_id = videos.id and kind = 'commented'
      ), '-infinity')
    order by pending.latest limit ${limit}`.execute(db);
  return rows;
}

/** Marks the comments on a video if nobody was told of them, because only their author could be. */
export async function markWithoutNotice(
  trx: Trx,
  { videoId, latest }: Pick<CommentedVideo, 'videoId' | 'latest'>,
): Promise<void> {
  await sql`
    update comments set without_notice_at = ${latest}
    where video_id = ${videoId} and ${isUntold} and greatest(waiting_since, reported_at) <= ${latest}
      and not exists (
        select from notices
        where notices.video_id = ${videoId} and kind = 'commented' and notices.created_at >= ${latest}
      )`.execute(trx);
}

/**
 * Adds a notice about the comments on a video for each account that has to decide about some of them; an unread one becomes
 * the newest. Mails are gathered elsewhere.
 */
export async function addCommentNotices(trx: Trx, videoId: string, userIds: string[]): Promise<void> {
  await sql`
    update notices set created_at = now()
    where video_id = ${videoId} and kind = 'commented' and read_at is null
      and user_id = any(${userIds}::uuid[])`.execute(trx);
  const ids = userIds.map(() => newId());
  await sql`
    insert into notices (id, video_id, user_id, kind, mailed_at)
    select notices.id, notices.video_id, notices.user_id, 'commented', now()
    from (
      select told.id, ${videoId}::uuid as video_id, told.user_id
      from unnest(${ids}::uuid[], ${userIds}::uuid[]) as told (id, user_id)
    ) notices
    where ${isPending} and not exists (
      select from notices known
      where known.user_id = notices.user_id and known.video_id = notices.video_id and known.kind = 'commented'
        and known.read_at is null
    )`.execute(trx);
}

/** Deletes the unread notices about a video, or about all for null, on which nothing is left to decide. */
export async function dropCommentNotices(db: Db | Trx, videoId: string | null): Promise<void> {
  await sql`
    delete from notices
    where kind = 'commented' and read_at is null and (${videoId}::uuid is null or video_id = ${videoId}::uuid)
      and not ${isPending}`.execute(db);
}
