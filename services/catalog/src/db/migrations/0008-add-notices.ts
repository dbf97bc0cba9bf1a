import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table notices (
      id uuid primary key,
      video_id uuid not null references videos (id) on delete cascade,
      user_id uuid not null,
      kind text not null check (kind in ('ready', 'failed')),
      message text,
      created_at timestamptz(3) not null default now(),
      read_at timestamptz(3),
      mailed_at timestamptz(3),
      tries integer not null default 0,
      due_at timestamptz(3) not null default now()
    )`.execute(db);
  await sql`create index notices_unread on notices (user_id, created_at, id) where read_at is null`.execute(
    db,
  );
  await sql`create index notices_unmailed on notices (due_at) where mailed_at is null`.execute(db);
  await sql`create index notices_video on notices (video_id)`.execute(db);
  await sql`create index notices_age on notices (created_at)`.execute(db);
}
