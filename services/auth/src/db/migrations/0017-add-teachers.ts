import type { Kysely } from 'kysely';

/** The role stays `user`, so that a service from before teachers sees a plain user. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('users')
    .addColumn('is_teacher', 'boolean', (column) => column.notNull().defaultTo(false))
    .addColumn('teacher_is_trusted', 'boolean', (column) => column.notNull().defaultTo(false))
    .addColumn('teacher_edits_letters', 'boolean', (column) => column.notNull().defaultTo(false))
    .addColumn('teacher_quota_bytes', 'bigint')
    .execute();
  await db.schema
    .alterTable('invitations')
    .addColumn('is_teacher', 'boolean', (column) => column.notNull().defaultTo(false))
    .execute();
}
