import { sql, type Kysely } from 'kysely';

/** Mails about videos also tell that one was approved or sent back. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table video_mails
      drop constraint if exists video_mails_kind_check,
      add constraint video_mails_kind_check check (kind in ('ready', 'failed', 'approved', 'sent_back'))`.execute(
    db,
  );
}
