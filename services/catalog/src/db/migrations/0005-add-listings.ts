import { sql, type Kysely } from 'kysely';

/**
 * `listings` holds of each video what lists filter and sort by, in a narrow row of its own, since a search reads
 * thousands of them. Triggers keep who may find a video in step with its state, whoever changes that.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create extension if not exists pg_trgm`.execute(db);
  await sql`
    create function audience_of(status text, playable_at timestamptz, visibility text) returns text
    language sql immutable parallel safe
    return case when status <> 'failed' and playable_at is not null then visibility end`.execute(db);
  await createListings(db);
  await createWords(db);
  await addTagAudience(db);
  await createTriggers(db);
  await sql`drop index videos_newest, videos_most_viewed`.execute(db);
  await createMostViewed(db);
}

/** What visitors, members and superadmins go through in order: one index for each, since two cannot be merged lazily. */
const AUDIENCES = [
  ['_public', "audience = 'public'"],
  ['_open', "audience in ('public', 'registered')"],
  ['', 'audience is not null'],
] as const;

async function createListings(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table listings (
      video_id uuid primary key references videos (id) on delete cascade,
      created_at timestamptz(3) not null,
      uploader_id uuid not null,
      private_user_id uuid,
      audience text,
      document tsvector
    )`.execute(db);
  await sql`
    insert into listings (video_id, created_at, uploader_id, private_user_id, audience)
    select id, created_at, uploader_id, private_user_id, audience_of(status, playable_at, visibility)
    from videos`.execute(db);
  for (const [name, condition] of AUDIENCES)
    await sql`
      create index ${sql.ref(`listings_newest${name}`)} on listings (created_at desc, video_id desc)
      where ${sql.raw(condition)}`.execute(db);
  await sql`
    create index listings_private_user on listings (private_user_id, created_at desc, video_id desc)
    where audience = 'private'`.execute(db);
  await sql`
    create index listings_uploader on listings (uploader_id, created_at desc, video_id desc)
    where audience = 'private'`.execute(db);
  // Rows lie about in the order of their making, so this tells cheaply which pages hold those of a time.
  await sql`
    create index listings_era on listings using brin (created_at) with (pages_per_range = 16, autosummarize = on)`.execute(
    db,
  );
  // Uploads are rare and searches are not, so a search never has a list of pending entries to go through.
  await sql`
    create index listings_document on listings using gin (document) with (fastupdate = off)
    where audience is not null`.execute(db);
  await sql`create index listings_without_document on listings (video_id) where document is null`.execute(db);
}

async function createMostViewed(db: Kysely<unknown>): Promise<void> {
  for (const [name, condition] of AUDIENCES)
    await sql`
      create index ${sql.ref(`videos_most_viewed${name}`)} on videos (view_count desc, id desc)
      where status <> 'failed' and playable_at is not null
        and ${sql.raw(condition.replace('audience', 'visibility'))}`.execute(db);
  await sql`
    create index videos_most_viewed_private_user on videos (private_user_id, view_count desc, id desc)
    where visibility = 'private' and status <> 'failed' and playable_at is not null`.execute(db);
  await sql`
    create index videos_most_viewed_uploader on videos (uploader_id, view_count desc, id desc)
    where visibility = 'private' and status <> 'failed' and playable_at is not null`.execute(db);
}

async function createWords(db: Kysely<unknown>): Promise<void> {
  await sql`create table search_words (word text primary key)`.execute(db);
  await sql`create index search_words_trigrams on search_words using gin (word gin_trgm_ops)`.execute(db);
}

async function addTagAudience(db: Kysely<unknown>): Promise<void> {
  await sql`alter table video_tags add column audience text`.execute(db);
  await sql`
    update video_tags set audience = audience_of(status, playable_at, visibility)
    from videos where videos.id = video_tags.video_id`.execute(db);
  await sql`drop index video_tags_values`.execute(db);
  await sql`
    create index video_tags_values on video_tags (tag_type, audience, tag_value)
    where audience is not null`.execute(db);
}

async function createTriggers(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function add_listing() returns trigger language plpgsql as $$
    begin
      insert into listings (video_id, created_at, uploader_id, private_user_id, audience)
      values (new.id, new.created_at, new.uploader_id, new.private_user_id,
        audience_of(new.status, new.playable_at, new.visibility));
      return null;
    end $$`.execute(db);
  await sql`
    create trigger add_listing after insert on videos for each row execute function add_listing()`.execute(
    db,
  );
  await sql`
    create function change_listing() returns trigger language plpgsql as $$
    declare
      new_audience text := audience_of(new.status, new.playable_at, new.visibility);
    begin
      update listings set audience = new_audience, private_user_id = new.private_user_id
      where video_id = new.id
        and (audience is distinct from new_audience or private_user_id is distinct from new.private_user_id);
      update video_tags set audience = new_audience
      where video_id = new.id and audience is distinct from new_audience;
      return null;
    end $$`.execute(db);
  await sql`
    create trigger change_listing after update of status, playable_at, visibility, private_user_id on videos
    for each row execute function change_listing()`.execute(db);
  // The lock makes a tag wait for a change of its video that is under way, and see it.
  await sql`
    create function set_tag_audience() returns trigger language plpgsql as $$
    begin
      select audience_of(status, playable_at, visibility) into new.audience
      from videos where id = new.video_id for share;
      return new;
    end $$`.execute(db);
  await sql`
    create trigger set_tag_audience before insert on video_tags
    for each row execute function set_tag_audience()`.execute(db);
}
