import { sql, type Kysely } from 'kysely';

/** The total of uploaded files leaves out those that were removed after their time. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create or replace function total_videos() returns trigger language plpgsql as $$
    begin
      if tg_op <> 'INSERT' then
        insert into total_changes (name, amount) values
          ('videos:' || old.status, -1),
          ('bytes:source', case when old.source_removed_at is null then -old.source_size_bytes else 0 end);
      end if;
      if tg_op <> 'DELETE' then
        insert into total_changes (name, amount) values
          ('videos:' || new.status, 1),
          ('bytes:source', case when new.source_removed_at is null then new.source_size_bytes else 0 end);
      end if;
      return null;
    end $$`.execute(db);
  // Holds off all other writers until this transaction ends.
  await sql`
    create or replace trigger total_videos_on_update after update on videos
    for each row when (
      old.status <> new.status or old.source_size_bytes <> new.source_size_bytes
      or (old.source_removed_at is null) <> (new.source_removed_at is null)
    )
    execute function total_videos()`.execute(db);
  await sql`
    insert into total_changes (name, amount)
    select 'bytes:source', -sum(source_size_bytes) from videos
    where source_removed_at is not null having count(*) > 0`.execute(db);
}
