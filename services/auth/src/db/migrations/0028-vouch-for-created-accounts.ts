import { sql, type Kysely } from 'kysely';

/** Superadmins vouch for accounts that they create, also for those from before accounts could be confirmed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    update users set confirmed_at = created.at
    from (
      select subject_id, min(at) as at from audit_entries where action = 'account.create' group by subject_id
    ) created
    where created.subject_id = users.id::text and users.confirmed_at is null`.execute(db);
}
