import { sql, type Kysely } from 'kysely';

/** Failures keep their reason, for clients in another language, next to the English sentence. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table videos add column failure_reason jsonb`.execute(db);
  await sql`alter table notices add column reason jsonb`.execute(db);
  await sql`alter table transcode_units add column error_reason jsonb`.execute(db);
}
