import { sql, type Kysely } from 'kysely';

/** Searches ask whether a stem is that of a known word; there are some ten thousands of them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index search_words_stems on search_words (((ts_lexize('english_stem', word))[1]))`.execute(
    db,
  );
}
