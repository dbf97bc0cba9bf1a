import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ['pictures', 'sounds', 'sound_jobs'])
    await sql`alter table ${sql.table(table)} add column source_hash text`.execute(db);
  await sql`
    create table pack_imports (
      id uuid primary key,
      key text not null,
      replace boolean not null,
      request_id text,
      state text not null check (state in ('running', 'done')),
      step_count integer not null,
      next_step integer not null default 0,
      token uuid,
      claimed_until timestamptz(3),
      tries integer not null default 0,
      created_at timestamptz(3) not null default now()
    )`.execute(db);
  await sql`create index pack_imports_created on pack_imports (created_at)`.execute(db);
  await sql`
    create table pack_lines (
      import_id uuid not null references pack_imports (id) on delete cascade,
      step integer not null,
      number integer not null,
      part text not null,
      result text not null,
      letter text,
      name text,
      path text,
      reason text,
      sound_id uuid,
      primary key (import_id, step, number)
    )`.execute(db);
}
