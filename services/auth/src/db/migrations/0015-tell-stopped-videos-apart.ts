import type { Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('video_mails')
    .addColumn('is_stopped', 'boolean', (column) => column.notNull().defaultTo(false))
    .addColumn('stopped_by', 'text')
    .execute();
}
