import { sql, type Kysely } from 'kysely';

/** Videos of damaged files keep what of them can be read, and what of it a superadmin has decided to publish. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table videos add column readable jsonb, add column accepted jsonb`.execute(db);
}
