import { sql, type Kysely } from 'kysely';

/**
 * A video has letters of the game. A trigger adds them to its search document as whole terms, so that a process of the
 * previous version, which writes documents without them, does not remove the video from the list of a letter.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table videos add column letters text[] not null default '{}'`.execute(db);
  await sql`
    create function add_letters_to_document() returns trigger language plpgsql as $$
    begin
      select new.document || array_to_tsvector(array(select 'letter=' || letter from unnest(letters) as letter))
      into new.document from videos where id = new.video_id;
      return new;
    end $$`.execute(db);
  await sql`
    create trigger add_letters_to_document before update of document on listings
    for each row execute function add_letters_to_document()`.execute(db);
}
