import { sql, type Kysely } from 'kysely';

/** Lists of songs. A service from before them shows nothing of them, and deletes videos and accounts as always. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createLists(db);
  await createSongs(db);
  await createCountTriggers(db);
  await createDeletionTriggers(db);
}

async function createLists(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table song_lists (
      id uuid primary key,
      owner_id uuid,
      name text not null,
      description text not null,
      sign text not null,
      hue text not null,
      letters text[] not null,
      version integer not null default 0,
      song_count integer not null default 0,
      site_rank integer,
      created_at timestamptz(3) not null default now(),
      updated_at timestamptz(3) not null default now(),
      deleted_at timestamptz(3)
    )`.execute(db);
  await sql`create index song_lists_owner on song_lists (owner_id)`.execute(db);
  await sql`create index song_lists_deleted on song_lists (deleted_at) where deleted_at is not null`.execute(
    db,
  );
}

async function createSongs(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table song_list_songs (
      list_id uuid not null references song_lists (id) on delete cascade,
      video_id uuid not null references videos (id) on delete cascade,
      rank bigint not null,
      added_at timestamptz(3) not null default now(),
      primary key (list_id, video_id)
    )`.execute(db);
  await sql`create index song_list_songs_order on song_list_songs (list_id, rank)`.execute(db);
  await sql`create index song_list_songs_video on song_list_songs (video_id)`.execute(db);
  await sql`
    create table song_list_positions (
      user_id uuid not null,
      list_id uuid not null,
      video_id uuid not null,
      at timestamptz(3) not null default now(),
      primary key (user_id, list_id),
      foreign key (list_id, video_id) references song_list_songs (list_id, video_id) on delete cascade
    )`.execute(db);
  await sql`create index song_list_positions_song on song_list_positions (list_id, video_id)`.execute(db);
}

/** Every song that is added or leaves, by whatever way, changes the count and the version of its list. */
async function createCountTriggers(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function count_list_songs() returns trigger language plpgsql as $$
    begin
      update song_lists set
        song_count = song_count + case tg_op when 'INSERT' then counted.songs else -counted.songs end,
        version = version + 1
      from (select list_id, count(*)::integer as songs from changed group by list_id) counted
      where song_lists.id = counted.list_id;
      return null;
    end $$`.execute(db);
  await sql`
    create trigger count_added_list_songs after insert on song_list_songs
    referencing new table as changed for each statement execute function count_list_songs()`.execute(db);
  await sql`
    create trigger count_deleted_list_songs after delete on song_list_songs
    referencing old table as changed for each statement execute function count_list_songs()`.execute(db);
}

async function createDeletionTriggers(db: Kysely<unknown>): Promise<void> {
  // Everybody locks videos, then lists, then their songs; a deleted video would else reach its lists last.
  await sql`
    create function lock_lists_of_video() returns trigger language plpgsql as $$
    begin
      perform from song_lists
      where id in (select list_id from song_list_songs where video_id = old.id)
      order by id for no key update;
      return old;
    end $$`.execute(db);
  await sql`
    create trigger lock_lists_of_video before delete on videos
    for each row execute function lock_lists_of_video()`.execute(db);
  // An account may be deleted while a service from before lists runs.
  await sql`
    create function forget_lists() returns trigger language plpgsql as $$
    begin
      delete from song_list_positions where user_id = new.user_id;
      delete from song_lists where owner_id = new.user_id;
      return null;
    end $$`.execute(db);
  await sql`
    create trigger forget_lists after insert on forgotten_members
    for each row execute function forget_lists()`.execute(db);
}
