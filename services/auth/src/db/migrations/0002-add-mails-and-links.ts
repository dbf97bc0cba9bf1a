import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('users')
    .addColumn('disabled_at', 'timestamptz')
    .addColumn('last_seen_at', 'timestamptz')
    .execute();
  await db.schema
    .alterTable('sessions')
    .addColumn('last_used_at', 'timestamptz', (column) => column.notNull().defaultTo(sql`now()`))
    .addColumn('user_agent', 'text')
    .execute();
  await db.schema
    .alterTable('signing_keys')
    .addColumn('active_from', 'timestamptz', (column) => column.notNull().defaultTo(sql`now()`))
    .execute();
  await createLinkTokens(db);
  await createMails(db);
  await createInvitations(db);
}

async function createLinkTokens(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('link_tokens')
    .addColumn('token_hash', 'bytea', (column) => column.primaryKey())
    .addColumn('user_id', 'uuid', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('purpose', 'text', (column) =>
      column.notNull().check(sql`purpose in ('verify-email', 'reset-password')`),
    )
    .addColumn('expires_at', 'timestamptz', (column) => column.notNull())
    .execute();
  await db.schema.createIndex('link_tokens_user_id').on('link_tokens').column('user_id').execute();
  await db.schema.createIndex('link_tokens_expires_at').on('link_tokens').column('expires_at').execute();
}

async function createMails(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('mails')
    .addColumn('id', 'uuid', (column) => column.primaryKey())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('email', 'text', (column) => column.notNull())
    .addColumn('tries', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('created_at', 'timestamptz', (column) => column.notNull().defaultTo(sql`now()`))
    .addColumn('due_at', 'timestamptz', (column) => column.notNull().defaultTo(sql`now()`))
    .execute();
  await db.schema.createIndex('mails_due_at').on('mails').column('due_at').execute();
}

async function createInvitations(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('invitations')
    .addColumn('id', 'uuid', (column) => column.primaryKey())
    .addColumn('email', 'text', (column) => column.notNull().unique())
    .addColumn('role', 'text', (column) => column.notNull().check(sql`role in ('user', 'superadmin')`))
    .addColumn('created_at', 'timestamptz', (column) => column.notNull().defaultTo(sql`now()`))
    .addColumn('expires_at', 'timestamptz', (column) => column.notNull())
    .execute();
  await db.schema
    .createTable('invitation_tokens')
    .addColumn('token_hash', 'bytea', (column) => column.primaryKey())
    .addColumn('invitation_id', 'uuid', (column) =>
      column.notNull().references('invitations.id').onDelete('cascade'),
    )
    .execute();
  await db.schema
    .createIndex('invitation_tokens_invitation_id')
    .on('invitation_tokens')
    .column('invitation_id')
    .execute();
}
