import type { Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await createAccountDeletions(db);
}

async function createAccountDeletions(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('account_deletions')
    .addColumn('user_id', 'uuid', (column) => column.primaryKey().references('users.id').onDelete('cascade'))
    .addColumn('due_at', 'timestamptz', (column) => column.notNull())
    .addColumn('deletes_videos', 'boolean', (column) => column.notNull())
    .addColumn('was_disabled', 'boolean', (column) => column.notNull())
    .execute();
  await db.schema.createIndex('account_deletions_due_at').on('account_deletions').column('due_at').execute();
}
