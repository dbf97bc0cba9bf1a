import { sql, type Kysely } from 'kysely';

/** The other services ask every few seconds which sessions have ended. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index sessions_revoked on sessions (revoked_at) where revoked_at is not null`.execute(db);
}
