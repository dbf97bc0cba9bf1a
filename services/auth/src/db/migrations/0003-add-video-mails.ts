import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('video_mails')
    .addColumn('id', 'uuid', (column) => column.primaryKey())
    .addColumn('user_id', 'uuid', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('kind', 'text', (column) => column.notNull().check(sql`kind in ('ready', 'failed')`))
    .addColumn('video_id', 'uuid', (column) => column.notNull())
    .addColumn('title', 'text', (column) => column.notNull())
    .addColumn('message', 'text')
    .addColumn('created_at', 'timestamptz', (column) => column.notNull().defaultTo(sql`now()`))
    .execute();
  await db.schema.createIndex('video_mails_user_id').on('video_mails').column('user_id').execute();
  await db.schema.createIndex('video_mails_created_at').on('video_mails').column('created_at').execute();
  await db.schema
    .alterTable('mails')
    .addColumn('video_mail_id', 'uuid', (column) => column.references('video_mails.id').onDelete('cascade'))
    .execute();
  await db.schema.createIndex('mails_video_mail_id').on('mails').column('video_mail_id').execute();
}
