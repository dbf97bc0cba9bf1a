import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('users').addColumn('language', 'text').execute();
  await db.schema
    .createTable('site_languages')
    .addColumn('is_only_row', 'boolean', (column) =>
      column
        .primaryKey()
        .defaultTo(true)
        .check(sql`is_only_row`),
    )
    .addColumn('default_language', 'text', (column) => column.notNull())
    .addColumn('offered', sql`text[]`, (column) => column.notNull())
    .execute();
  await db.schema
    .createTable('site_text_translations')
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('language', 'text', (column) => column.notNull())
    .addColumn('content', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('site_text_translations_pkey', ['name', 'language'])
    .execute();
}
