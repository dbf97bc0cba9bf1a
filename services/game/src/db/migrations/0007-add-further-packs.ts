import { sql, type Kysely } from 'kysely';

/**
 * Adds tables for packs in further languages. The site's own pack keeps its tables, whose letters are unique, so that the
 * version before, which knows only that pack, works next to this one.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ['categories', 'pack_imports'])
    await sql`alter table ${sql.table(table)} add column language text not null default 'en'`.execute(db);
  await sql`
    create table further_categories (
      id uuid primary key,
      language text not null,
      letter text not null check (char_length(letter) between 1 and 16),
      created_at timestamptz not null default now(),
      unique (language, letter)
    )`.execute(db);
  await sql`
    create table further_items (
      id uuid primary key,
      category_id uuid not null references further_categories (id) on delete cascade,
      type text not null check (type in ('letter', 'image')),
      name text not null check (char_length(name) between 1 and 60 and btrim(name) <> ''),
      created_at timestamptz not null default now()
    )`.execute(db);
  await sql`create index further_items_name on further_items (category_id, name)`.execute(db);
  await addMedia(db);
  await addImports(db);
}

async function addMedia(db: Kysely<unknown>): Promise<void> {
  const media = sql`
    id uuid primary key,
    category_id uuid not null references further_categories (id) on delete cascade,
    name text not null,
    source_hash text,
    created_at timestamptz(3) not null default now(),
    unique (category_id, name)`;
  await sql`create table further_pictures (${media}, key text not null)`.execute(db);
  await sql`
    create table further_sounds (${media}, key text not null, duration_seconds double precision)`.execute(db);
  await sql`
    create table further_sound_jobs (
      ${media},
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
      death_token uuid,
      is_suspect boolean not null default false,
      is_alone boolean not null default false,
      error text,
      check ((state = 'running') = (token is not null))
    )`.execute(db);
  await sql`
    create index further_sound_jobs_due on further_sound_jobs (created_at) where state = 'due'`.execute(db);
}

async function addImports(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table further_pack_imports (
      id uuid primary key,
      language text not null,
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
  await sql`create index further_pack_imports_created on further_pack_imports (created_at)`.execute(db);
  await sql`
    create table further_pack_lines (
      import_id uuid not null references further_pack_imports (id) on delete cascade,
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
