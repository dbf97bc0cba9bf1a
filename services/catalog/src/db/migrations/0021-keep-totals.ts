import { sql, type Kysely } from 'kysely';

/**
 * Totals over whole tables, which would take seconds to count in a large library. Writers only add changes, so that they
 * never wait for each other; a loop folds these into the totals.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table totals (name text primary key, amount bigint not null)`.execute(db);
  await sql`
    create table total_changes (
      id bigint generated always as identity primary key,
      name text not null,
      amount bigint not null
    )`.execute(db);
  await addVideoTriggers(db);
  await addSegmentTriggers(db);
  // The triggers hold off all other writers until this transaction ends.
  await sql`
    insert into totals (name, amount)
    select 'videos:' || status, count(*) from videos group by status
    union all select 'bytes:source', coalesce(sum(source_size_bytes), 0) from videos
    union all select 'bytes:segment', coalesce(sum(size_bytes), 0) from segments`.execute(db);
}

async function addVideoTriggers(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function total_videos() returns trigger language plpgsql as $$
    begin
      if tg_op <> 'INSERT' then
        insert into total_changes (name, amount)
        values ('videos:' || old.status, -1), ('bytes:source', -old.source_size_bytes);
      end if;
      if tg_op <> 'DELETE' then
        insert into total_changes (name, amount)
        values ('videos:' || new.status, 1), ('bytes:source', new.source_size_bytes);
      end if;
      return null;
    end $$`.execute(db);
  await sql`
    create trigger total_videos after insert or delete on videos
    for each row execute function total_videos()`.execute(db);
  await sql`
    create trigger total_videos_on_update after update on videos
    for each row when (old.status <> new.status or old.source_size_bytes <> new.source_size_bytes)
    execute function total_videos()`.execute(db);
}

async function addSegmentTriggers(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function total_segments() returns trigger language plpgsql as $$
    begin
      insert into total_changes (name, amount)
      select 'bytes:segment', sum(case tg_op when 'INSERT' then size_bytes else -size_bytes end)
      from changed having count(*) > 0;
      return null;
    end $$`.execute(db);
  await sql`
    create trigger total_added_segments after insert on segments
    referencing new table as changed for each statement execute function total_segments()`.execute(db);
  await sql`
    create trigger total_deleted_segments after delete on segments
    referencing old table as changed for each statement execute function total_segments()`.execute(db);
}
