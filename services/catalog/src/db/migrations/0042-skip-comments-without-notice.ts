import { sql, type Kysely } from 'kysely';

/** Of a comment that only its author could be told of, no notice is made, and nobody is looked for again. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table comments add column without_notice_at timestamptz(3)`.execute(db);
}
