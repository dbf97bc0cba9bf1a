import { sql, type Kysely } from 'kysely';

/** The body of a form may announce its size, too; its rows from before this migration have none. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table uploads
      add column discarded_at timestamptz(3),
      add column stored_parts bytea,
      drop constraint uploads_check,
      add check (kind = 'form' or size_bytes is not null)`.execute(db);
}
