import { sql, type Kysely } from 'kysely';

/** Sounds that failed keep their reason, for clients in another language, next to the English sentence. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ['sound_jobs', 'further_sound_jobs'])
    await sql`alter table ${sql.table(table)} add column error_reason jsonb`.execute(db);
}
