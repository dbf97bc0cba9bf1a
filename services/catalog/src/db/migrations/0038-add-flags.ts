import { sql, type Kysely } from 'kysely';

/**
 * Flags of songs, and suggestions for lists. A service from before them shows neither, and deletes videos, lists and
 * accounts as always.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createFlags(db);
  await createSuggestions(db);
  // The contract checks the kinds of notices; here, every new kind would need a migration.
  await sql`alter table notices drop constraint if exists notices_kind_check`.execute(db);
  // An account or a nest may be deleted while a service from before flags runs.
  await sql`
    create function forget_participation() returns trigger language plpgsql as $$
    begin
      update flags set member_id = null, member_name = '', text = '' where member_id = new.user_id;
      delete from flags where nest_owner_id = new.user_id;
      delete from list_suggestions where member_id = new.user_id;
      return null;
    end $$`.execute(db);
  await sql`
    create trigger forget_participation after insert on forgotten_members
    for each row execute function forget_participation()`.execute(db);
}

async function createFlags(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table flags (
      id uuid primary key,
      video_id uuid not null references videos (id) on delete cascade,
      viewer_key bytea,
      network_key bytea,
      day date not null,
      kind text not null check (kind in ('frightening', 'broken', 'other')),
      text text not null default '',
      player_error jsonb,
      member_id uuid,
      member_name text not null default '',
      nest_id uuid,
      nest_owner_id uuid,
      made_at timestamptz(3) not null default now(),
      told_at timestamptz(3),
      closed_at timestamptz(3),
      closed_by_id uuid,
      closed_by_name text
    )`.execute(db);
  await sql`create unique index flags_once on flags (video_id, viewer_key, day)`.execute(db);
  await sql`create index flags_network on flags (network_key, day) where network_key is not null`.execute(db);
  await sql`
    create index flags_open on flags (made_at, id) where closed_at is null and nest_id is null`.execute(db);
  await sql`
    create index flags_closed on flags (made_at, id) where closed_at is not null and nest_id is null`.execute(
    db,
  );
  await sql`create index flags_nest on flags (nest_id, made_at) where nest_id is not null`.execute(db);
  await sql`create index flags_untold on flags (made_at) where told_at is null and nest_id is null`.execute(
    db,
  );
  await sql`create index flags_member on flags (member_id) where member_id is not null`.execute(db);
  await sql`create index flags_nest_owner on flags (nest_owner_id) where nest_owner_id is not null`.execute(
    db,
  );
}

async function createSuggestions(db: Kysely<unknown>): Promise<void> {
  await sql`alter table song_lists add column is_open_for_suggestions boolean not null default false`.execute(
    db,
  );
  await sql`
    create table list_suggestions (
      id uuid primary key,
      list_id uuid not null references song_lists (id) on delete cascade,
      member_id uuid not null,
      member_name text not null,
      video_id uuid references videos (id) on delete cascade,
      title text not null default '',
      state text not null default 'waiting' check (state in ('waiting', 'taken', 'declined')),
      made_at timestamptz(3) not null default now(),
      told_at timestamptz(3),
      decided_at timestamptz(3),
      decided_by_id uuid,
      check ((video_id is null) = (title <> ''))
    )`.execute(db);
  await sql`
    create unique index list_suggestions_song on list_suggestions (list_id, video_id)
    where state = 'waiting' and video_id is not null`.execute(db);
  await sql`
    create unique index list_suggestions_title on list_suggestions (list_id, lower(title))
    where state = 'waiting' and video_id is null`.execute(db);
  await sql`create index list_suggestions_member on list_suggestions (member_id, made_at)`.execute(db);
  await sql`create index list_suggestions_video on list_suggestions (video_id) where video_id is not null`.execute(
    db,
  );
  await sql`create index list_suggestions_waiting on list_suggestions (list_id, made_at) where state = 'waiting'`.execute(
    db,
  );
  await sql`
    create index list_suggestions_untold on list_suggestions (made_at)
    where told_at is null and state = 'waiting'`.execute(db);
}
