import { sql, type Kysely } from 'kysely';

/** A superadmin can vouch for an account whose email nobody can verify, as on a site without a mail server. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table users add column confirmed_at timestamptz`.execute(db);
}
