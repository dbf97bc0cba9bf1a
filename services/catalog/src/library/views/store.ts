import { catalog } from '@larksong/contracts';
import { deleteInBatches } from '@larksong/service-kit';
import { sql, type RawBuilder } from 'kysely';

import type { Db } from '../../db/tables.ts';

const WINDOW = sql`make_interval(mins => ${sql.lit(catalog.VIEW_WINDOW_MINUTES)})`;

interface Opening {
  videoId: string;
  viewerKey: Buffer;
  /** The network of a visitor; null for an account. */
  networkKey: Buffer | null;
}

/**
 * Counts an opening unless one by the same viewer, or `mostOfNetwork` of the same network, were counted within the window.
 * Returns the video's view count; undefined if there is no such video.
 */
export async function countOpening(db: Db, of: Opening, mostOfNetwork: number): Promise<number | undefined> {
  if (of.networkKey === null) return countIf(db, of, sql`true`);
  return db.transaction().execute(async (trx) => {
    // Locked before the views of the network are counted, because a statement does not see rows committed while it
    // waits for a lock.
    await trx.selectFrom('videos').select('id').where('id', '=', of.videoId).forNoKeyUpdate().execute();
    const counted = sql`
      select from counted_views
      where video_id = ${of.videoId} and network_key = ${of.networkKey} and counted_at > now() - ${WINDOW}
      offset ${mostOfNetwork - 1}`;
    return countIf(trx, of, sql`not exists (${counted})`);
  });
}

/** Counts an opening under a condition. One statement changes both rows, after waiting for the lock on the video. */
async function countIf(db: Db, of: Opening, condition: RawBuilder<unknown>): Promise<number | undefined> {
  const { rows } = await sql<{ view_count: number }>`
    with video as materialized (
      select id, view_count from videos where id = ${of.videoId} for no key update
    ),
    claimed as (
      insert into counted_views (video_id, viewer_key, network_key)
        select id, ${of.viewerKey}::bytea, ${of.networkKey}::bytea from video where ${condition}
      on conflict (video_id, viewer_key) do update
        set counted_at = excluded.counted_at, network_key = excluded.network_key
        where counted_views.counted_at <= excluded.counted_at - ${WINDOW}
      returning video_id
    ),
    counted as (
      update videos set view_count = videos.view_count + 1
      where id = ${of.videoId} and exists (select from claimed)
      returning view_count
    )
    select coalesce((select view_count from counted), view_count) as view_count from video`.execute(db);
  return rows[0]?.view_count;
}

interface Watcher {
  userId: string;
  videoId: string;
}

/** Saves the opening of a video without changing the viewer's progress. Does nothing for a deleted video. */
export async function saveOpening(db: Db, { userId, videoId }: Watcher): Promise<void> {
  await sql`
    insert into watched_videos (user_id, video_id)
    select ${userId}::uuid, id from videos where id = ${videoId} for key share
    on conflict (user_id, video_id) do update set opened_at = excluded.opened_at`.execute(db);
}

/** Saves a viewer's progress in seconds, capped at the duration: the current position and the furthest. */
export async function savePosition(db: Db, { userId, videoId }: Watcher, seconds: number): Promise<void> {
  const position = sql`least(${seconds}::double precision, duration_seconds)`;
  await sql`
    insert into watched_videos (user_id, video_id, position_seconds, furthest_seconds)
    select ${userId}::uuid, id, ${position}, ${position} from videos where id = ${videoId} for key share
    on conflict (user_id, video_id) do update set
      position_seconds = excluded.position_seconds,
      furthest_seconds = greatest(watched_videos.furthest_seconds, excluded.furthest_seconds)`.execute(db);
}

/** Deletes the watch history and progress of a user. */
export async function forgetWatched(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('watched_videos').where('user_id', '=', userId).execute();
}

/** Deletes counted views whose window has ended. */
export async function dropOldViews(db: Db, signal?: AbortSignal): Promise<void> {
  await deleteInBatches(db, { table: 'counted_views', where: sql`counted_at < now() - ${WINDOW}`, signal });
}
