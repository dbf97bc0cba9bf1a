import { sql, type Kysely } from 'kysely';

/**
 * What members write about videos. A site from before begins without comments until a superadmin has chosen; a new one
 * begins with approvals. A service from before comments shows none, and deletes videos and accounts as always.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await addSettings(db);
  await createComments(db);
  await createIndexes(db);
  await createReports(db);
  await countComments(db);
  // An account may be deleted while a service from before comments runs.
  await sql`
    create function forget_comments() returns trigger language plpgsql as $$
    begin
      delete from comment_reports where reporter_id = new.user_id;
      delete from comment_authors where id = new.user_id;
      return null;
    end $$`.execute(db);
  await sql`
    create trigger forget_comments after insert on forgotten_members
    for each row execute function forget_comments()`.execute(db);
}

async function addSettings(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table site_settings
      add column comments text not null default 'off' check (comments in ('off', 'approval', 'at-once')),
      add column comments_chosen boolean not null default false,
      add column comment_words text[] not null default '{}',
      add column comments_mail_id uuid,
      add column comments_mailed_at timestamptz(3)`.execute(db);
  await sql`
    update site_settings set comments = 'approval', comments_chosen = true
    where not exists (select from videos) and not exists (select from audit_entries)
      and not exists (select from forgotten_members)`.execute(db);
  await sql`alter table videos add column comments_closed boolean not null default false`.execute(db);
}

async function createComments(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table comment_authors (
      id uuid primary key,
      username text not null,
      display_name text,
      mute text check (mute in ('approval', 'refused'))
    )`.execute(db);
  await sql`
    create table comments (
      id uuid primary key,
      video_id uuid not null references videos (id) on delete cascade,
      parent_id uuid references comments (id) on delete cascade,
      author_id uuid not null references comment_authors (id) on delete cascade,
      standing text check (standing in ('uploader', 'superadmin')),
      text text not null,
      waiting_text text,
      state text not null check (state in ('waiting', 'shown', 'removed')),
      held_by text check (held_by in ('setting', 'words', 'mute')),
      is_visible boolean not null,
      waiting_since timestamptz(3),
      reported_at timestamptz(3),
      decision text check (decision in ('approved', 'removed')),
      decided_at timestamptz(3),
      decided_by_id uuid,
      decided_by_name text,
      fault text,
      note text not null default '',
      removal_mail_id uuid,
      revision integer not null default 0,
      created_at timestamptz(3) not null default now(),
      edited_at timestamptz(3),
      check (state = 'shown' or (not is_visible and waiting_text is null)),
      check ((waiting_since is not null) = (state = 'waiting' or waiting_text is not null)),
      check ((state = 'removed') = (fault is not null))
    )`.execute(db);
}

async function createIndexes(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index comments_visible on comments (video_id, created_at desc, id desc)
    where is_visible and parent_id is null`.execute(db);
  await sql`create index comments_author on comments (author_id, video_id)`.execute(db);
  await sql`create index comments_video on comments (video_id)`.execute(db);
  await sql`create index comments_parent on comments (parent_id) where parent_id is not null`.execute(db);
  await sql`
    create index comments_waiting on comments (waiting_since, id) where waiting_since is not null`.execute(
    db,
  );
  await sql`
    create index comments_reported on comments (reported_at, id) where reported_at is not null`.execute(db);
  await sql`
    create index comments_removal_mail on comments (removal_mail_id) where removal_mail_id is not null`.execute(
    db,
  );
  await sql`
    create index comments_removed on comments (decided_at desc, id desc) where state = 'removed'`.execute(db);
}

async function createReports(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table comment_reports (
      comment_id uuid not null references comments (id) on delete cascade,
      reporter_id uuid not null,
      fault text not null,
      reported_at timestamptz(3) not null default now(),
      is_handled boolean not null default false,
      primary key (comment_id, reporter_id)
    )`.execute(db);
  await sql`create index comment_reports_reporter on comment_reports (reporter_id, reported_at)`.execute(db);
  // Also of comments that are deleted at once, for the limits.
  await sql`
    create table comment_writes (
      author_id uuid not null,
      network_key bytea not null,
      is_fresh boolean not null,
      written_at timestamptz(3) not null default now()
    )`.execute(db);
  await sql`create index comment_writes_author on comment_writes (author_id, written_at)`.execute(db);
  await sql`
    create index comment_writes_network on comment_writes (network_key, written_at) where is_fresh`.execute(
    db,
  );
  await sql`create index comment_writes_age on comment_writes (written_at)`.execute(db);
}

/** The numbers of visible comments, exact at every moment, whatever changes or deletes them. */
async function countComments(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table comment_totals (
      video_id uuid primary key references videos (id) on delete cascade,
      shown integer not null
    )`.execute(db);
  const upsert = sql`
    insert into comment_totals (video_id, shown) select video_id, delta from changed where delta > 0
    on conflict (video_id) do update set shown = comment_totals.shown + excluded.shown`;
  const subtract = sql`
    update comment_totals set shown = comment_totals.shown + changed.delta from changed
    where comment_totals.video_id = changed.video_id and changed.delta < 0`;
  await createCounter(db, 'inserted', {
    tables: sql`new table as added`,
    changes: sql`select video_id, count(*)::integer as delta from added where is_visible group by video_id`,
    body: [upsert],
  });
  await createCounter(db, 'deleted', {
    tables: sql`old table as gone`,
    changes: sql`select video_id, -count(*)::integer as delta from gone where is_visible group by video_id`,
    body: [subtract],
  });
  await createCounter(db, 'updated', {
    tables: sql`old table as gone new table as added`,
    changes: sql`
      select video_id, sum(delta)::integer as delta from (
        select video_id, -1 as delta from gone where is_visible
        union all select video_id, 1 from added where is_visible
      ) each group by video_id`,
    body: [upsert, subtract],
  });
}

async function createCounter(
  db: Kysely<unknown>,
  event: 'inserted' | 'deleted' | 'updated',
  { tables, changes, body }: Counter,
): Promise<void> {
  const name = sql.id(`count_${event}_comments`);
  const statements = sql.join(
    body.map((statement) => sql`with changed as (${changes}) ${statement};`),
    sql` `,
  );
  await sql`
    create function ${name}() returns trigger language plpgsql as $$
    begin
      ${statements}
      return null;
    end $$`.execute(db);
  const verb = sql.raw({ inserted: 'insert', deleted: 'delete', updated: 'update' }[event]);
  await sql`
    create trigger ${name} after ${verb} on comments referencing ${tables}
    for each statement execute function ${name}()`.execute(db);
}

interface Counter {
  tables: ReturnType<typeof sql>;
  /** The videos whose number changes. */
  changes: ReturnType<typeof sql>;
  body: ReturnType<typeof sql>[];
}
