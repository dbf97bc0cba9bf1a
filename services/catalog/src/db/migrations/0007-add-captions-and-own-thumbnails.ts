import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table video_captions (
      id uuid primary key,
      video_id uuid not null references videos (id) on delete cascade,
      language text not null,
      label text not null,
      created_at timestamptz(3) not null default now(),
      unique (video_id, language)
    )`.execute(db);
  await sql`alter table videos add column own_thumbnail_id uuid`.execute(db);
}
