import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table uploaders (
      id uuid primary key,
      username text not null,
      display_name text,
      refreshed_at timestamptz(3) not null default now()
    )`.execute(db);
  await sql`
    create table uploads (
      id uuid primary key,
      key text not null,
      storage_upload_id text,
      uploader_id uuid not null,
      started_at timestamptz(3) not null default now(),
      touched_at timestamptz(3) not null default now()
    )`.execute(db);
  await sql`
    create table videos (
      id uuid primary key,
      title text not null,
      description text not null,
      visibility text not null check (visibility in ('public', 'registered', 'private')),
      private_user_id uuid,
      uploader_id uuid not null references uploaders (id),
      idempotency_key text,
      status text not null check (status in ('processing', 'completed', 'failed')),
      attempt integer not null default 1,
      requested_resolutions text[] not null,
      source_key text not null,
      source_size_bytes bigint not null,
      plan jsonb,
      listed_segments integer not null default 0,
      playable_at timestamptz(3),
      duration_seconds double precision,
      extras jsonb,
      view_count integer not null default 0,
      like_count integer not null default 0,
      processing_error text,
      processing_log text,
      heavy_claimed_at timestamptz,
      light_claimed_at timestamptz,
      created_at timestamptz(3) not null default now(),
      updated_at timestamptz(3) not null default now(),
      started_at timestamptz(3) not null default now(),
      completed_at timestamptz(3),
      failed_at timestamptz(3),
      check ((visibility = 'private') = (private_user_id is not null)),
      unique (uploader_id, idempotency_key)
    )`.execute(db);
  await sql`create index videos_newest on videos (created_at desc, id desc)`.execute(db);
  await sql`create index videos_most_viewed on videos (view_count desc, id desc)`.execute(db);
  await sql`create index videos_status on videos (status, updated_at desc)`.execute(db);
  await sql`
    create table video_tags (
      video_id uuid not null references videos (id) on delete cascade,
      tag_type text not null check (tag_type in ('grade', 'category', 'author')),
      tag_value text not null,
      primary key (video_id, tag_type, tag_value)
    )`.execute(db);
  await sql`create index video_tags_values on video_tags (tag_type, tag_value)`.execute(db);
}
