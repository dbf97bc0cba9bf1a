import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table uploads add column discarded_at timestamptz(3)`.execute(db);
}
