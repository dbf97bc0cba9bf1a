import { sql, type Kysely } from 'kysely';

/**
 * What the dashboard shows of workers, the queue and failures. Everything that is added is optional, so that a process of
 * the previous version keeps working.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table workers
      add column report jsonb,
      add column started_at timestamptz(3) not null default now(),
      add column stopping_at timestamptz(3),
      add column stopped_at timestamptz(3)`.execute(db);
  await sql`alter table videos add column failure_code text`.execute(db);
  await sql`alter table transcode_units add column lost_count integer not null default 0`.execute(db);
  await sql`
    create table queue_samples (
      minute timestamptz(0) primary key,
      waiting integer not null,
      oldest_seconds integer not null
    )`.execute(db);
  await sql`create index videos_processing on videos (created_at, id) where status = 'processing'`.execute(
    db,
  );
  await sql`
    create index videos_completed on videos (completed_at desc, id desc) where status = 'completed'`.execute(
    db,
  );
  await sql`create index videos_failed on videos (failed_at desc, id desc) where status = 'failed'`.execute(
    db,
  );
}
