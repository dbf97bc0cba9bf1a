import { sql, type Kysely } from 'kysely';

/** Superadmins list muted authors, latest first; of those who were muted before, nobody knows when. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table comment_authors add column muted_at timestamptz(3)`.execute(db);
  await sql`
    create index comment_authors_muted on comment_authors ((coalesce(muted_at, to_timestamp(0))) desc, id desc)
    where mute is not null`.execute(db);
}
