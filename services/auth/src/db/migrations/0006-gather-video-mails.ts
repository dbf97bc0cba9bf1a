import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('video_mails')
    // False for requests of the previous version, each of which has a mail of its own.
    .addColumn('is_gathered', 'boolean', (column) => column.notNull().defaultTo(false))
    .addColumn('told_at', 'timestamptz')
    .execute();
  await sql`
    create index video_mails_untold on video_mails (user_id, created_at, id)
    where is_gathered and told_at is null`.execute(db);
  await db.schema.dropIndex('mails_video_mail_id').execute();
  await db.schema.createIndex('mails_video_mail_id').on('mails').column('video_mail_id').unique().execute();
}
