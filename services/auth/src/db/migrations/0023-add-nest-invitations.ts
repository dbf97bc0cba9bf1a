import { sql, type Kysely } from 'kysely';

/**
 * Invitations to share a nest or a class. They name the invited member as it was typed, so that nothing shows whether there
 * is one.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table nest_invitations (
    id uuid primary key,
    nest_id uuid unique references nests on delete cascade,
    class_id uuid unique references nest_classes on delete cascade,
    name text not null,
    name_key text not null,
    made_at timestamptz not null default clock_timestamp(),
    check ((nest_id is null) <> (class_id is null))
  )`.execute(db);
  await sql`create index nest_invitations_name on nest_invitations (name_key)`.execute(db);
}
