import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table uploaders add heavy_claimed_at timestamptz, add light_claimed_at timestamptz`.execute(db);
  await sql`
    create index transcode_units_due_of_video on transcode_units (video_id, attempt) where state = 'due'`.execute(
    db,
  );
}
