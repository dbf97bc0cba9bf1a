import { sql, type Kysely } from 'kysely';

/** What is to be mailed about comments: to those who decide about them, and to authors of removed ones. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table comment_mails (
      id uuid not null,
      user_id uuid not null references users (id) on delete cascade,
      kind text not null check (kind in ('comments-waiting', 'comment-removed')),
      waiting integer not null default 0,
      reported integer not null default 0,
      video_id uuid,
      title text not null default '',
      fault text,
      note text not null default '',
      created_at timestamptz not null default now(),
      told_at timestamptz,
      primary key (id, user_id)
    )`.execute(db);
  await sql`
    create index comment_mails_untold on comment_mails (user_id, kind, created_at) where told_at is null`.execute(
    db,
  );
  await sql`create index comment_mails_created_at on comment_mails (created_at)`.execute(db);
}
