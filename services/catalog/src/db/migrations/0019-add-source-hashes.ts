import { sql, type Kysely } from 'kysely';

/**
 * Videos keep the hash of their source; until an upload in parts is complete, the hashes of its parts are kept. Its
 * sender may name an upload in parts, to find it again.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table videos add column source_hash text`.execute(db);
  await sql`create index videos_source_size_bytes on videos (source_size_bytes)`.execute(db);
  await sql`create index videos_without_source_hash on videos (created_at) where source_hash is null`.execute(
    db,
  );
  await sql`alter table uploads add column resume_key text`.execute(db);
  await sql`
    create unique index uploads_resume_key on uploads (uploader_id, resume_key)
    where resume_key is not null and discarded_at is null`.execute(db);
  await sql`
    create table upload_parts (
      upload_id uuid not null references uploads on delete cascade,
      number integer not null,
      hash bytea not null,
      primary key (upload_id, number)
    )`.execute(db);
}
