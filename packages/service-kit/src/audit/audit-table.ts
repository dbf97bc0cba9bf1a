import { sql, type Kysely } from 'kysely';

/**
 * Creates the table of the audit log, to which rows can only be added. Only `pruneLog` deletes rows: it says so to the
 * trigger. Part of released migrations, so it never changes.
 */
export async function createAuditTable(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table audit_entries (
      number bigint primary key,
      at timestamptz(3) not null,
      actor_id uuid,
      actor_name text not null,
      network text,
      request_id text,
      action text not null,
      subject_id text,
      subject_name text,
      before json,
      after json,
      previous_hash bytea not null,
      hash bytea not null
    )`.execute(db);
  await sql`create index audit_entries_at on audit_entries (at)`.execute(db);
  await sql`
    create function keep_audit_entries() returns trigger language plpgsql as $$
    begin
      if tg_op = 'DELETE' and current_setting('larksong.pruning', true) = 'on' then return old; end if;
      -- A backup is restored into empty tables, which are truncated first.
      if tg_op = 'TRUNCATE' and not exists (select from audit_entries) then return null; end if;
      raise exception 'Rows of audit_entries cannot be changed or deleted.';
    end $$`.execute(db);
  await sql`
    create trigger keep_audit_entries before update or delete on audit_entries
    for each row execute function keep_audit_entries()`.execute(db);
  await sql`
    create trigger keep_all_audit_entries before truncate on audit_entries
    for each statement execute function keep_audit_entries()`.execute(db);
}
