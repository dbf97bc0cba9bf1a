import { sql } from 'kysely';

import type { Db } from '../db/tables.ts';

interface Names {
  id: string;
  username: string;
  displayName: string | null;
}

/** As many as auth answers for at once. */
const BATCH = 100;

/**
 * Returns the ids of at most 100 members whose names in comments, flags or suggestions were copied more than a minute ago,
 * oldest copy first. Rows of deleted accounts have no member.
 */
export async function listStaleMembers(db: Db): Promise<string[]> {
  const stale = (moment: string) => sql`${sql.ref(moment)} < now() - interval '1 minute'`;
  const { rows } = await sql<{ id: string }>`
    select id from (
      (select id, refreshed_at as named_at from comment_authors where ${stale('refreshed_at')}
        order by refreshed_at limit ${BATCH})
      union all select member_id, min(named_at) from flags
        where member_id is not null and ${stale('named_at')} group by member_id
      union all select member_id, min(named_at) from list_suggestions
        where ${stale('named_at')} group by member_id
    ) members
    group by id order by min(named_at), id limit ${BATCH}`.execute(db);
  return rows.map(({ id }) => id);
}

/** Saves the names of a member wherever they are copied; adds none where the member has nothing any more. */
export async function saveNames(db: Db, { id, username, displayName }: Names): Promise<void> {
  const shown = displayName ?? username;
  await sql`
    update comment_authors set username = ${username}, display_name = ${displayName} where id = ${id}`.execute(
    db,
  );
  await sql`
    update flags set member_name = ${username} where member_id = ${id} and member_name <> ${username}`.execute(
    db,
  );
  await sql`
    update list_suggestions set member_name = ${shown}
    where member_id = ${id} and member_name <> ${shown}`.execute(db);
}

/** Marks the names of members as asked for, also of those whom auth does not know, so that others have their turn. */
export async function markRefreshed(db: Db, ids: string[]): Promise<void> {
  await sql`update comment_authors set refreshed_at = now() where id = any(${ids}::uuid[])`.execute(db);
  await sql`update flags set named_at = now() where member_id = any(${ids}::uuid[])`.execute(db);
  await sql`update list_suggestions set named_at = now() where member_id = any(${ids}::uuid[])`.execute(db);
}
