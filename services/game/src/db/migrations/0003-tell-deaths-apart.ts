import { sql, type Kysely } from 'kysely';

/** A sound that was lost with its worker is suspected and runs alone; only a death that it had for itself is counted. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table sound_jobs
      add column is_suspect boolean not null default false,
      add column is_alone boolean not null default false,
      add column death_token uuid`.execute(db);
}
