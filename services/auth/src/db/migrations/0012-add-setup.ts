import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('site_settings')
    .addColumn('name', 'text', (column) => column.primaryKey().check(sql`name in ('registration', 'mail')`))
    .addColumn('sealed_content', 'bytea', (column) => column.notNull())
    .addColumn('updated_at', 'timestamptz', (column) => column.notNull().defaultTo(sql`now()`))
    .execute();
  await db.schema
    .createTable('setup')
    .addColumn('is_only_row', 'boolean', (column) =>
      column
        .primaryKey()
        .defaultTo(true)
        .check(sql`is_only_row`),
    )
    .addColumn('opened_at', 'timestamptz', (column) => column.notNull().defaultTo(sql`now()`))
    .addColumn('finished_at', 'timestamptz')
    .addColumn('public_url', 'text')
    .addColumn('storage_folder', 'text')
    .addColumn('superadmin_id', 'uuid', (column) => column.references('users.id').onDelete('set null'))
    .execute();
}
