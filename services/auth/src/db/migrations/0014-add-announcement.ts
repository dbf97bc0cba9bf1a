import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('announcement')
    .addColumn('id', 'boolean', (column) =>
      column
        .primaryKey()
        .defaultTo(true)
        .check(sql`id`),
    )
    .addColumn('message', 'text', (column) => column.notNull())
    .addColumn('is_read_only', 'boolean', (column) => column.notNull())
    .addColumn('started_at', 'timestamptz', (column) => column.notNull().defaultTo(sql`now()`))
    .execute();
}
