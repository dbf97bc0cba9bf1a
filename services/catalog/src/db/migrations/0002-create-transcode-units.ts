import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table transcode_units (
      id uuid primary key,
      video_id uuid not null references videos (id) on delete cascade,
      attempt integer not null,
      kind text not null check (kind in ('plan', 'video-chunk', 'audio', 'extras', 'finish')),
      index integer not null,
      state text not null check (state in ('due', 'running', 'done')),
      chunk jsonb,
      token uuid,
      worker_id text,
      due_at timestamptz(3) not null default now(),
      claimed_at timestamptz(3),
      heartbeat_at timestamptz(3),
      done_at timestamptz(3),
      started_count integer not null default 0,
      death_count integer not null default 0,
      failure_count integer not null default 0,
      done_seconds double precision not null default 0,
      speed double precision,
      error text,
      unique (video_id, attempt, kind, index)
    )`.execute(db);
  await sql`create index transcode_units_due on transcode_units (due_at) where state = 'due'`.execute(db);
  await sql`create index transcode_units_running on transcode_units (heartbeat_at) where state = 'running'`.execute(
    db,
  );
  await sql`
    create table segments (
      video_id uuid not null references videos (id) on delete cascade,
      attempt integer not null,
      rendition text not null,
      index integer not null,
      unit_id uuid not null references transcode_units (id) on delete cascade,
      token uuid not null,
      key text not null,
      init_key text not null,
      size_bytes bigint not null,
      start_seconds double precision not null,
      duration_seconds double precision not null,
      primary key (video_id, attempt, rendition, index)
    )`.execute(db);
  await sql`create index segments_unit on segments (unit_id)`.execute(db);
  await sql`
    create table outbox (
      id bigint generated always as identity primary key,
      unit_id uuid not null,
      created_at timestamptz(3) not null default now()
    )`.execute(db);
  await sql`
    create table tombstones (
      video_id uuid primary key,
      deleted_at timestamptz(3) not null default now(),
      sweep_count integer not null default 0,
      next_sweep_at timestamptz(3) not null default now()
    )`.execute(db);
}
