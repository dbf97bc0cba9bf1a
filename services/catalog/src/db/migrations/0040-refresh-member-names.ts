import { sql, type Kysely } from 'kysely';

/** The names of members who write comments, flags and suggestions are asked for again, as those of uploaders are. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table comment_authors add column refreshed_at timestamptz(3) not null default now()`.execute(db);
  await sql`create index comment_authors_refreshed on comment_authors (refreshed_at)`.execute(db);
  await sql`alter table flags add column named_at timestamptz(3) not null default now()`.execute(db);
  await sql`
    alter table list_suggestions add column named_at timestamptz(3) not null default now()`.execute(db);
}
