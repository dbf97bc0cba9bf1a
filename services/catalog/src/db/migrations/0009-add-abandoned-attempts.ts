import { sql, type Kysely } from 'kysely';

/** A table of its own and not a column of `tombstones`, whose rows an older process takes for whole videos. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table abandoned_attempts (
      video_id uuid not null,
      attempt integer not null,
      deleted_at timestamptz(3) not null default now(),
      sweep_count integer not null default 0,
      next_sweep_at timestamptz(3) not null default now(),
      primary key (video_id, attempt)
    )`.execute(db);
}
