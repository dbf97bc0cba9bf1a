import { sql, type Kysely } from 'kysely';

/** The dashboard counts failures by cause from the index alone, without reading every failed video. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index videos_failure_codes on videos (failure_code) where status = 'failed'`.execute(db);
}
