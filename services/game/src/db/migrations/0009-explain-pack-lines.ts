import { sql, type Kysely } from 'kysely';

/** Lines of imports keep their reason, for clients in another language, next to the English sentence. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ['pack_lines', 'further_pack_lines'])
    await sql`
      alter table ${sql.table(table)}
        add column explanation jsonb,
        add column sound_reason jsonb`.execute(db);
}
