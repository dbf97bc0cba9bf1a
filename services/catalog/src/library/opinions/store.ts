import { sql, type RawBuilder } from 'kysely';

import type { Db, OpinionKind } from '../../db/tables.ts';

interface OpinionOf {
  userId: string;
  videoId: string;
}

/**
 * Sets a user's opinion to like, dislike or none, and returns the video's like count; undefined if there is no such
 * video. One statement changes the row and the count, after waiting for the lock on the video.
 */
export async function saveOpinion(
  db: Db,
  of: OpinionOf,
  kind: OpinionKind | null,
): Promise<number | undefined> {
  const { rows } = await sql<{ like_count: number }>`
    with video as materialized (
      select id, like_count from videos where id = ${of.videoId} for no key update
    ),
    changed as (${kind === null ? removal(of) : change(of, kind)}),
    counted as (
      update videos set like_count = videos.like_count + (select likes from changed)
      where id = ${of.videoId} and (select likes from changed) <> 0
      returning like_count
    )
    select coalesce((select like_count from counted), like_count) as like_count from video`.execute(db);
  return rows[0]?.like_count;
}

/** Returns no row if the opinion is unchanged, so that it keeps its moment. */
function change({ userId }: OpinionOf, kind: OpinionKind): RawBuilder<unknown> {
  // An existing row that changed had the other opinion; an inserted row has an xmax of 0.
  const likes = kind === 'like' ? sql`1` : sql`case when xmax = 0 then 0 else -1 end`;
  return sql`
    insert into video_opinions (user_id, video_id, kind) select ${userId}::uuid, id, ${kind} from video
    on conflict (user_id, video_id) do update set kind = excluded.kind, created_at = excluded.created_at
      where video_opinions.kind <> excluded.kind
    returning ${likes} as likes`;
}

function removal({ userId }: OpinionOf): RawBuilder<unknown> {
  return sql`
    delete from video_opinions using video where user_id = ${userId} and video_id = video.id
    returning case when kind = 'like' then -1 else 0 end as likes`;
}
