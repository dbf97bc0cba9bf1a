import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table video_opinions (
      user_id uuid not null,
      video_id uuid not null references videos (id) on delete cascade,
      kind text not null check (kind in ('like', 'dislike')),
      created_at timestamptz(3) not null default now(),
      primary key (user_id, video_id)
    )`.execute(db);
  await sql`
    create index video_opinions_likes on video_opinions (user_id, created_at desc, video_id desc)
    where kind = 'like'`.execute(db);
  await sql`create index video_opinions_video on video_opinions (video_id)`.execute(db);
  await sql`
    create table watched_videos (
      user_id uuid not null,
      video_id uuid not null references videos (id) on delete cascade,
      opened_at timestamptz(3) not null default now(),
      position_seconds double precision not null default 0,
      furthest_seconds double precision not null default 0,
      primary key (user_id, video_id)
    )`.execute(db);
  await sql`
    create index watched_videos_latest on watched_videos (user_id, opened_at desc, video_id desc)`.execute(
    db,
  );
  await sql`create index watched_videos_video on watched_videos (video_id)`.execute(db);
  await sql`
    create table counted_views (
      video_id uuid not null references videos (id) on delete cascade,
      viewer_key bytea not null,
      counted_at timestamptz not null default now(),
      primary key (video_id, viewer_key)
    )`.execute(db);
  await sql`create index counted_views_age on counted_views (counted_at)`.execute(db);
}
