import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('site_texts')
    .addColumn('name', 'text', (column) =>
      column.primaryKey().check(sql`name in ('about', 'privacy', 'contact')`),
    )
    .addColumn('content', 'text', (column) => column.notNull())
    .addColumn('updated_at', 'timestamptz', (column) => column.notNull().defaultTo(sql`now()`))
    .execute();
}
