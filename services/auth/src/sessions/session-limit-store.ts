import { sql } from 'kysely';

import type { Trx } from '../db/tables.ts';

/** The most sessions that a sign-in deletes, so that it stays quick for an account with thousands. */
const MAX_DELETED_AT_ONCE = 500;

/**
 * Deletes all sessions of a user but the `most` most recently used, ended ones first, and returns the ids of those
 * deleted. A session that is being refreshed at this moment is spared. The caller has locked the user.
 */
export async function deleteLeastUsedSessions(
  trx: Trx,
  { userId, most }: { userId: string; most: number },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    delete from sessions where id in (
      select id from sessions where id in (
        select id from sessions where user_id = ${userId}
        order by (revoked_at is null and expires_at > clock_timestamp()) desc, last_used_at desc
        offset ${most} limit ${MAX_DELETED_AT_ONCE}
      )
      for update skip locked
    )
    returning id`.execute(trx);
  return rows.map(({ id }) => id);
}
