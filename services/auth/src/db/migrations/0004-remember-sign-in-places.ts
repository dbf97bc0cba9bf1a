import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('known_places')
    .addColumn('user_id', 'uuid', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('fingerprint', 'bytea', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull().check(sql`kind in ('device', 'network')`))
    .addColumn('last_used_at', 'timestamptz', (column) => column.notNull().defaultTo(sql`now()`))
    .addPrimaryKeyConstraint('known_places_pkey', ['user_id', 'fingerprint'])
    .execute();
  await db.schema
    .createIndex('known_places_last_used_at')
    .on('known_places')
    .column('last_used_at')
    .execute();
  await addAuthors(db);
}

/** Who is behind an invitation or a mail, so that these end with the person's rights. */
async function addAuthors(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('invitations')
    .addColumn('invited_by', 'uuid', (column) => column.references('users.id').onDelete('cascade'))
    .execute();
  await db.schema.createIndex('invitations_invited_by').on('invitations').column('invited_by').execute();
  await db.schema
    .alterTable('mails')
    .addColumn('asked_by', 'uuid', (column) => column.references('users.id').onDelete('cascade'))
    .addColumn('is_counted', 'boolean', (column) => column.notNull().defaultTo(true))
    .execute();
  await db.schema.createIndex('mails_asked_by').on('mails').column('asked_by').execute();
  await db.schema
    .alterTable('link_tokens')
    .addColumn('asked_by', 'uuid', (column) => column.references('users.id').onDelete('cascade'))
    .execute();
  await db.schema.createIndex('link_tokens_asked_by').on('link_tokens').column('asked_by').execute();
}
