import { sql } from 'kysely';

import type { Db } from '../db/tables.ts';
import { toGivenRole } from '../users/teacher.ts';
import type { KnownAccount } from './plan-people.ts';

/** Returns the accounts that have one of these emails or usernames. */
export async function listKnownAccounts(
  db: Db,
  { emails, usernameKeys }: { emails: string[]; usernameKeys: string[] },
): Promise<KnownAccount[]> {
  const rows = await db
    .selectFrom('users')
    .select(['email', 'username', 'display_name', 'role', 'is_teacher', 'disabled_at'])
    .where((eb) =>
      eb.or([
        // As arrays, since a statement takes at most 65,535 parameters.
        eb('email', '=', sql<string>`any(${emails}::text[])`),
        eb('username_key', '=', sql<string>`any(${usernameKeys}::text[])`),
      ]),
    )
    .execute();
  return rows.map((row) => ({
    email: row.email,
    username: row.username,
    displayName: row.display_name,
    role: toGivenRole(row),
    isDisabled: row.disabled_at !== null,
  }));
}
