import { sql, type Kysely } from 'kysely';

/**
 * What nests may see and how long, and the time that they have used. A service from before them shows nothing of it, and
 * deletes songs, lists and accounts as always.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createRules(db);
  await createRows(db);
  await createTimes(db);
  await createPlayers(db);
  // An account may be deleted while a service from before nests runs.
  await sql`
    create function forget_nests() returns trigger language plpgsql as $$
    begin
      delete from nest_rules where owner_id = new.user_id;
      return null;
    end $$`.execute(db);
  await sql`
    create trigger forget_nests after insert on forgotten_members
    for each row execute function forget_nests()`.execute(db);
}

async function createRules(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table nest_rules (
      id uuid primary key,
      owner_id uuid not null,
      version integer not null default 1,
      allows_search boolean not null,
      volume smallint not null,
      game jsonb not null,
      zone text not null,
      minutes jsonb,
      hours_from smallint,
      hours_to smallint,
      counts_learning boolean not null,
      counts_game boolean not null,
      counts_still boolean not null,
      updated_at timestamptz(3) not null default now(),
      check ((hours_from is null) = (hours_to is null))
    )`.execute(db);
  await sql`create index nest_rules_owner on nest_rules (owner_id)`.execute(db);
}

async function createRows(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table nest_rows (
      id uuid primary key,
      rule_id uuid not null references nest_rules (id) on delete cascade,
      rank smallint not null,
      kind text not null check (kind in ('list', 'tag', 'everything')),
      list_id uuid references song_lists (id) on delete cascade,
      tag_type text,
      tag_value text,
      sign text,
      hue text,
      is_learning boolean not null,
      check ((kind = 'list') = (list_id is not null)),
      check ((kind = 'tag') = (tag_type is not null and tag_value is not null))
    )`.execute(db);
  await sql`create index nest_rows_rule on nest_rows (rule_id, rank)`.execute(db);
  await sql`create index nest_rows_list on nest_rows (list_id)`.execute(db);
  await sql`
    create table nest_hidden_songs (
      rule_id uuid not null references nest_rules (id) on delete cascade,
      video_id uuid not null references videos (id) on delete cascade,
      primary key (rule_id, video_id)
    )`.execute(db);
  await sql`create index nest_hidden_songs_video on nest_hidden_songs (video_id)`.execute(db);
}

/** All of it is about a nest that has been used, and goes with the rule that it had. */
async function createTimes(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table nest_ids (
      nest_id uuid primary key,
      rule_id uuid not null references nest_rules (id) on delete cascade
    )`.execute(db);
  await sql`create index nest_ids_rule on nest_ids (rule_id)`.execute(db);
  await sql`
    create table nest_positions (
      nest_id uuid not null references nest_ids (nest_id) on delete cascade,
      row_id uuid not null references nest_rows (id) on delete cascade,
      video_id uuid not null references videos (id) on delete cascade,
      primary key (nest_id, row_id)
    )`.execute(db);
  await sql`create index nest_positions_row on nest_positions (row_id)`.execute(db);
  await sql`create index nest_positions_video on nest_positions (video_id)`.execute(db);
  await sql`
    create table nest_days (
      nest_id uuid not null references nest_ids (nest_id) on delete cascade,
      day date not null,
      seconds double precision not null default 0,
      after_seconds double precision not null default 0,
      extra_minutes integer not null default 0,
      extra_until timestamptz(3),
      over_at timestamptz(3),
      primary key (nest_id, day)
    )`.execute(db);
}

async function createPlayers(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table nest_clocks (
      nest_id uuid primary key references nest_ids (nest_id) on delete cascade,
      recent jsonb not null default '[]'
    )`.execute(db);
  await sql`
    create table nest_players (
      session_id uuid primary key,
      nest_id uuid not null references nest_ids (nest_id) on delete cascade,
      video_id uuid references videos (id) on delete cascade,
      windows jsonb not null,
      spare_at timestamptz(3),
      granted_at timestamptz(3),
      credit_seconds double precision not null,
      begun_at timestamptz(3) not null,
      reported_at timestamptz(3)
    )`.execute(db);
  await sql`create index nest_players_nest on nest_players (nest_id)`.execute(db);
  await sql`create index nest_players_video on nest_players (video_id)`.execute(db);
}
