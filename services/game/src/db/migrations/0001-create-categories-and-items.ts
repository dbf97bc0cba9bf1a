import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('categories')
    .addColumn('id', 'uuid', (column) => column.primaryKey())
    .addColumn('letter', 'text', (column) =>
      column
        .notNull()
        .unique()
        .check(sql`char_length(letter) = 1`),
    )
    .addColumn('created_at', 'timestamptz', (column) => column.notNull().defaultTo(sql`now()`))
    .execute();

  await db.schema
    .createTable('items')
    .addColumn('id', 'uuid', (column) => column.primaryKey())
    .addColumn('category_id', 'uuid', (column) =>
      column.notNull().references('categories.id').onDelete('cascade'),
    )
    .addColumn('type', 'text', (column) => column.notNull().check(sql`type in ('letter', 'image')`))
    .addColumn('name', 'text', (column) => column.notNull().check(sql`btrim(name) <> ''`))
    .addColumn('created_at', 'timestamptz', (column) => column.notNull().defaultTo(sql`now()`))
    .execute();
  await db.schema.createIndex('items_category_id').on('items').column('category_id').execute();
}
