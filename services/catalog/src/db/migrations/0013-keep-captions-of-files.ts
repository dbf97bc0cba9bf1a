import { sql, type Kysely } from 'kysely';

/** Subtitles can come from the uploaded file; then their row names their object, which belongs to an attempt. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table video_captions add column key text`.execute(db);
  await sql`alter table videos add column removed_caption_languages text[] not null default '{}'`.execute(db);
}
