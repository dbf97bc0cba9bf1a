import { sql, type Kysely } from 'kysely';

/** What was found at the site, since when it stands, and who was told of it when. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createFindings(db);
  await createTellings(db);
  await createSettings(db);
}

async function createFindings(db: Kysely<unknown>): Promise<void> {
  await sql`create table site_findings (
    finding_id text not null,
    about text not null,
    finding jsonb not null,
    since timestamptz not null,
    seen_at timestamptz not null,
    absent_since timestamptz,
    told_at timestamptz,
    told_severity text,
    began_told_at timestamptz,
    ended_told_at timestamptz,
    primary key (finding_id, about)
  )`.execute(db);
}

async function createTellings(db: Kysely<unknown>): Promise<void> {
  await sql`create table tellings (
    id uuid primary key,
    at timestamptz not null,
    began jsonb not null,
    ended jsonb not null,
    recipients jsonb not null,
    had_mails boolean not null,
    mail_was_given_up boolean not null default false,
    webhook_state text check (webhook_state in ('waiting', 'sent', 'failed')),
    webhook_tries integer not null default 0,
    webhook_due_at timestamptz,
    webhook_problem text
  )`.execute(db);
  await sql`create index tellings_at on tellings (at)`.execute(db);
  await sql`create index tellings_webhook on tellings (webhook_due_at) where webhook_state = 'waiting'`.execute(
    db,
  );
  await sql`alter table mails add column telling_id uuid references tellings on delete cascade`.execute(db);
  await sql`create index mails_telling on mails (telling_id) where telling_id is not null`.execute(db);
}

/** One row, or none. */
async function createSettings(db: Kysely<unknown>): Promise<void> {
  await sql`create table told_settings (
    id boolean primary key default true check (id),
    recipients text not null default 'superadmins' check (recipients in ('superadmins', 'addresses', 'nobody')),
    addresses text[] not null default '{}',
    webhook_url text,
    sealed_webhook_secret bytea,
    reported_at timestamptz,
    check ((webhook_url is null) = (sealed_webhook_secret is null))
  )`.execute(db);
}
