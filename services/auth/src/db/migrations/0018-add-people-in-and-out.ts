import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await createAccountDeletions(db);
  await createPeopleImports(db);
  await createPeopleImportLines(db);
  // Null for mails of the previous version.
  await db.schema.alterTable('kept_mails').addColumn('kind', 'text').execute();
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

async function createPeopleImports(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('people_imports')
    .addColumn('id', 'uuid', (column) => column.primaryKey())
    .addColumn('created_at', 'timestamptz', (column) => column.notNull().defaultTo(sql`now()`))
    .addColumn('asked_by', 'uuid', (column) => column.references('users.id').onDelete('cascade'))
    .addColumn('actor', 'jsonb', (column) => column.notNull())
    .addColumn('due_at', 'timestamptz', (column) => column.notNull().defaultTo(sql`now()`))
    .addColumn('ended_at', 'timestamptz')
    .addColumn('is_stopped', 'boolean', (column) => column.notNull().defaultTo(false))
    .execute();
  // One runs at a time.
  await sql`create unique index people_imports_running on people_imports ((true)) where ended_at is null`.execute(
    db,
  );
}

async function createPeopleImportLines(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('people_import_lines')
    .addColumn('import_id', 'uuid', (column) =>
      column.notNull().references('people_imports.id').onDelete('cascade'),
    )
    .addColumn('line', 'integer', (column) => column.notNull())
    .addColumn('email', 'text', (column) => column.notNull())
    .addColumn('username', 'text', (column) => column.notNull())
    .addColumn('is_username_made', 'boolean', (column) => column.notNull())
    .addColumn('display_name', 'text')
    .addColumn('is_teacher', 'boolean', (column) => column.notNull())
    .addColumn('result', 'text', (column) =>
      column.check(sql`result in ('invited', 'promoted', 'unchanged', 'failed')`),
    )
    .addColumn('explanation', 'jsonb')
    .addColumn('done_at', 'timestamptz')
    .addPrimaryKeyConstraint('people_import_lines_pkey', ['import_id', 'line'])
    .execute();
  await db.schema
    .createIndex('people_import_lines_done_at')
    .on('people_import_lines')
    .column('done_at')
    .execute();
  await db.schema
    .createIndex('people_import_lines_email')
    .on('people_import_lines')
    .column('email')
    .execute();
}
