import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  // A character as a person sees it can be several of Postgres' characters.
  await sql`
    alter table categories
      drop constraint categories_letter_check,
      add constraint categories_letter_check check (char_length(letter) between 1 and 16)`.execute(db);
  await sql`
    alter table items
      drop constraint items_name_check,
      add constraint items_name_check check (char_length(name) between 1 and 60 and btrim(name) <> '')`.execute(
    db,
  );
  await sql`create index items_name on items (category_id, name)`.execute(db);
  await sql`drop index items_category_id`.execute(db);
  await sql`
    create table pictures (
      id uuid primary key,
      category_id uuid not null references categories (id) on delete cascade,
      name text not null,
      key text not null,
      created_at timestamptz(3) not null default now(),
      unique (category_id, name)
    )`.execute(db);
  await sql`
    create table sounds (
      id uuid primary key,
      category_id uuid not null references categories (id) on delete cascade,
      name text not null,
      key text not null,
      duration_seconds double precision,
      created_at timestamptz(3) not null default now(),
      unique (category_id, name)
    )`.execute(db);
  await sql`
    create table sound_jobs (
      id uuid primary key,
      category_id uuid not null references categories (id) on delete cascade,
      name text not null,
      source_key text not null,
      size_bytes integer not null,
      request_id text,
      state text not null check (state in ('due', 'running', 'failed')),
      token uuid,
      worker_id text,
      due_at timestamptz(3) not null default now(),
      heartbeat_at timestamptz(3),
      started_count integer not null default 0,
      failure_count integer not null default 0,
      death_count integer not null default 0,
      error text,
      created_at timestamptz(3) not null default now(),
      unique (category_id, name),
      check ((state = 'running') = (token is not null))
    )`.execute(db);
  await sql`create index sound_jobs_due on sound_jobs (created_at) where state = 'due'`.execute(db);
  await sql`
    create table sweeps (
      prefix text primary key,
      keep text,
      since timestamptz(3) not null default now(),
      sweep_count integer not null default 0,
      next_sweep_at timestamptz(3) not null default now()
    )`.execute(db);
  await sql`create index sweeps_next on sweeps (next_sweep_at)`.execute(db);
  await sql`
    create table settings (
      only_row boolean primary key default true check (only_row),
      grids text[] not null
    )`.execute(db);
}
