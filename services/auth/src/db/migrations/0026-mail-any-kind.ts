import { sql, type Kysely } from 'kysely';

/** The contract checks the kinds of mails about videos; here, every new kind would need a migration. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table video_mails drop constraint if exists video_mails_kind_check`.execute(db);
}
