import { sql, type Kysely } from 'kysely';

/**
 * A video has a language, and its search document names it in the term `language=de`. A document that names another one
 * than its video is noted in `stale_documents` by triggers, whoever wrote it: a process of the previous version writes
 * documents without a language. No table is read or rewritten here, however large.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table videos
      add column language text,
      add column language_chosen boolean not null default false`.execute(db);
  await sql`create table search_languages (language text primary key)`.execute(db);
  await sql`
    create table stale_documents (
      video_id uuid primary key references videos (id) on delete cascade
    )`.execute(db);
  await createTriggers(db);
}

async function createTriggers(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function check_document() returns trigger language plpgsql as $$
    declare
      language_of_video text := (select language from videos where id = new.video_id);
      language_of_document text := (
        select substr(term, length('language=') + 1) from unnest(tsvector_to_array(new.document)) as term
        where starts_with(term, 'language=') limit 1
      );
    begin
      if language_of_document is distinct from language_of_video then
        insert into stale_documents (video_id) values (new.video_id) on conflict do nothing;
      else
        delete from stale_documents where video_id = new.video_id;
      end if;
      return null;
    end $$`.execute(db);
  // One without a document is in no need of a note.
  await sql`
    create trigger check_document after update of document on listings
    for each row when (new.document is not null) execute function check_document()`.execute(db);
  await sql`
    create function note_stale_document() returns trigger language plpgsql as $$
    begin
      insert into stale_documents (video_id) values (new.id) on conflict do nothing;
      return null;
    end $$`.execute(db);
  await sql`
    create trigger note_stale_document after update of language on videos
    for each row when (old.language is distinct from new.language) execute function note_stale_document()`.execute(
    db,
  );
}
