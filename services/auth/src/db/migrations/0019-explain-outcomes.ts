import { sql, type Kysely } from 'kysely';

/** Outcomes of videos keep what a mail in another language needs, next to the English sentence. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table video_mails
      add column reason jsonb,
      add column readable jsonb,
      add column remarks jsonb`.execute(db);
}
