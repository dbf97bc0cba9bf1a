import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('departures')
    .addColumn('user_id', 'uuid', (column) => column.primaryKey())
    .addColumn('email', 'text', (column) => column.notNull())
    .addColumn('is_email_verified', 'boolean', (column) => column.notNull())
    .addColumn('deletes_videos', 'boolean', (column) => column.notNull())
    .addColumn('tries', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('due_at', 'timestamptz', (column) => column.notNull().defaultTo(sql`now()`))
    .execute();
  await db.schema.alterTable('site_texts').dropConstraint('site_texts_name_check').execute();
  await db.schema
    .alterTable('site_texts')
    .addCheckConstraint('site_texts_name_check', sql`name in ('name', 'about', 'privacy', 'contact')`)
    .execute();
}
