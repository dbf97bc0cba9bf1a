import { sql, type Kysely } from 'kysely';

/** Units of finished videos are deleted after some days, and what they made stays. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table segments drop constraint segments_unit_id_fkey`.execute(db);
  // With listings_document, tells for every word whether any document has it.
  await sql`
    create index listings_hidden_document on listings using gin (document) with (fastupdate = off)
    where audience is null`.execute(db);
}
