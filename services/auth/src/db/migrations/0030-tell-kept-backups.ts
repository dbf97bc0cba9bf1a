import { sql, type Kysely } from 'kysely';

/** How many backups stay at the place of one, so that pages can say for how long they keep what somebody deletes. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table backup_runs add column kept integer`.execute(db);
}
