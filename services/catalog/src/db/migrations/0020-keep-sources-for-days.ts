import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table videos add source_removed_at timestamptz(3)`.execute(db);
  await sql`
    create index videos_with_source on videos (completed_at)
    where status = 'completed' and source_removed_at is null`.execute(db);
  await sql`
    create table removed_sources (
      video_id uuid primary key,
      deleted_at timestamptz(3) not null default now(),
      sweep_count integer not null default 0,
      next_sweep_at timestamptz(3) not null default now()
    )`.execute(db);
}
