import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table forgotten_members (
      user_id uuid primary key,
      deletes_videos boolean not null,
      forgotten_at timestamptz(3) not null default now(),
      sweep_count integer not null default 0,
      next_sweep_at timestamptz(3) not null default now()
    )`.execute(db);
}
