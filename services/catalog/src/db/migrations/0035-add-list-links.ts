import { sql, type Kysely } from 'kysely';

/** Links to lists. A service from before them opens none, and deletes lists and accounts as always. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table song_list_links (
      id uuid primary key,
      list_id uuid not null references song_lists (id) on delete cascade,
      maker_id uuid not null,
      name text not null,
      code_hash bytea not null unique,
      code_sealed bytea not null,
      key_id text not null,
      ends_at timestamptz(3),
      shows_own boolean not null,
      has_preview boolean not null,
      opening_count integer not null default 0,
      made_at timestamptz(3) not null default now()
    )`.execute(db);
  await sql`create index song_list_links_list on song_list_links (list_id)`.execute(db);
  await sql`create index song_list_links_maker on song_list_links (maker_id)`.execute(db);
  await createCodes(db);
  await sql`
    alter table site_settings add column closed_links text not null default 'nobody'
      check (closed_links in ('nobody', 'superadmins', 'teachers', 'members'))`.execute(db);
  // An account may be deleted while a service from before links runs.
  await sql`
    create function forget_list_links() returns trigger language plpgsql as $$
    begin
      delete from song_list_links where maker_id = new.user_id;
      delete from song_list_makers where id = new.user_id;
      return null;
    end $$`.execute(db);
  await sql`
    create trigger forget_list_links after insert on forgotten_members
    for each row execute function forget_list_links()`.execute(db);
}

async function createCodes(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table song_list_codes (
      link_id uuid primary key references song_list_links (id) on delete cascade,
      code_hash bytea not null unique,
      code_sealed bytea not null,
      key_id text not null,
      ends_at timestamptz(3) not null
    )`.execute(db);
  await sql`
    create table song_list_openings (
      link_id uuid not null references song_list_links (id) on delete cascade,
      day date not null,
      count integer not null,
      primary key (link_id, day)
    )`.execute(db);
  await sql`
    create table song_list_makers (
      id uuid primary key,
      standing text not null check (standing in ('none', 'member', 'teacher', 'superadmin'))
    )`.execute(db);
}
