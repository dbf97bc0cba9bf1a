import { sql, type Kysely } from 'kysely';

/**
 * A teacher's video may have to be approved. Until then it is stored as private and for its uploader, and the visibility
 * that it is to have is stored as well, so that a service from before approvals shows it to nobody else.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table videos
      add column approval text check (approval in ('waiting', 'sent_back')),
      add column approval_since timestamptz(3),
      add column approval_note text,
      add column approval_revision integer not null default 0,
      add column wanted_visibility text check (wanted_visibility in ('public', 'registered', 'private')),
      add column wanted_private_user_id uuid,
      add column decision text check (decision in ('approved', 'sent_back')),
      add column decided_at timestamptz(3),
      add column published_at timestamptz(3),
      add constraint videos_pending_wants check (approval is null or wanted_visibility is not null)`.execute(
    db,
  );
  await sql`alter table site_settings add column has_approvals boolean not null default true`.execute(db);
  await sql`alter table listings add column is_pending boolean not null default false`.execute(db);
  await createIndexes(db);
  await createTriggers(db);
  await replaceListingTriggers(db);
  await createTeacherChanges(db);
}

async function createIndexes(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index videos_waiting on videos (approval_since, id)
    where approval = 'waiting' or (approval is null and wanted_visibility is not null)`.execute(db);
  await sql`create index videos_sent_back on videos (approval_since, id) where approval = 'sent_back'`.execute(
    db,
  );
  // For what teachers see of their work.
  await sql`
    create index videos_uploader_pending on videos (uploader_id, approval_since)
    where wanted_visibility is not null`.execute(db);
  await sql`
    create index videos_uploader_completed on videos (uploader_id, completed_at desc, id desc)
    where status = 'completed'`.execute(db);
  await sql`
    create index videos_uploader_failed on videos (uploader_id, failed_at desc, id desc)
    where status = 'failed'`.execute(db);
}

async function createTriggers(db: Kysely<unknown>): Promise<void> {
  // A service from before approvals changes the visibility alone.
  await sql`
    create function keep_pending_private() returns trigger language plpgsql as $$
    begin
      if new.approval is null then
        new.wanted_visibility := null;
        new.wanted_private_user_id := null;
      elsif new.visibility <> 'private' or new.private_user_id is distinct from new.uploader_id then
        new.wanted_visibility := new.visibility;
        new.wanted_private_user_id := new.private_user_id;
        new.visibility := 'private';
        new.private_user_id := new.uploader_id;
        new.approval_revision := new.approval_revision + 1;
      end if;
      return new;
    end $$`.execute(db);
  await sql`
    create trigger keep_pending_private before update of visibility, private_user_id on videos
    for each row
    when (
      (old.visibility is distinct from new.visibility or old.private_user_id is distinct from new.private_user_id)
      and new.wanted_visibility is not null
    )
    execute function keep_pending_private()`.execute(db);
}

/** Lists know which videos are pending, and show the others from their approval on. */
async function replaceListingTriggers(db: Kysely<unknown>): Promise<void> {
  await sql`
    create or replace function add_listing() returns trigger language plpgsql as $$
    begin
      insert into listings (video_id, created_at, uploader_id, private_user_id, audience, is_pending)
      values (new.id, coalesce(new.published_at, new.created_at), new.uploader_id, new.private_user_id,
        audience_of(new.status, new.playable_at, new.visibility), new.approval is not null);
      return null;
    end $$`.execute(db);
  await sql`
    create or replace function change_listing() returns trigger language plpgsql as $$
    declare
      new_audience text := audience_of(new.status, new.playable_at, new.visibility);
    begin
      update listings set audience = new_audience, private_user_id = new.private_user_id,
        is_pending = new.approval is not null,
        created_at = case when new.published_at is distinct from old.published_at
          then coalesce(new.published_at, new.created_at) else created_at end
      where video_id = new.id
        and (audience is distinct from new_audience or private_user_id is distinct from new.private_user_id
          or is_pending <> (new.approval is not null) or new.published_at is distinct from old.published_at);
      update video_tags set audience = new_audience
      where video_id = new.id and audience is distinct from new_audience;
      return null;
    end $$`.execute(db);
  await sql`
    create or replace trigger change_listing
    after update of status, playable_at, visibility, private_user_id, approval, published_at on videos
    for each row execute function change_listing()`.execute(db);
}

async function createTeacherChanges(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table teacher_changes (
      id uuid primary key,
      video_id uuid not null references videos (id) on delete cascade,
      teacher_id uuid,
      teacher_name text not null,
      field text not null,
      before jsonb not null,
      after jsonb not null,
      made_at timestamptz(3) not null default now(),
      undone_at timestamptz(3),
      undone_by_id uuid,
      undone_by_name text
    )`.execute(db);
  await sql`create index teacher_changes_newest on teacher_changes (made_at desc, id desc)`.execute(db);
  await sql`create index teacher_changes_video on teacher_changes (video_id)`.execute(db);
  await sql`
    alter table notices drop constraint if exists notices_kind_check,
      add constraint notices_kind_check check (kind in ('ready', 'failed', 'approved', 'sent_back'))`.execute(
    db,
  );
}
