import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('backup_runs')
    .addColumn('id', 'uuid', (column) => column.primaryKey())
    .addColumn('started_at', 'timestamptz', (column) => column.notNull())
    .addColumn('ended_at', 'timestamptz', (column) => column.notNull().defaultTo(sql`now()`))
    .addColumn('place', 'text', (column) => column.notNull())
    .addColumn('is_on_same_disk', 'boolean', (column) => column.notNull())
    .addColumn('backup_id', 'text')
    .addColumn('objects', 'bigint')
    .addColumn('size_bytes', 'bigint')
    .addColumn('copied_bytes', 'bigint')
    .addColumn('error', 'text')
    .execute();
  await db.schema.createIndex('backup_runs_started').on('backup_runs').column('started_at').execute();
}
