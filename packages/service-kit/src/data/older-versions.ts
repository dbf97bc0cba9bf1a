import { sql, type Kysely, type Transaction } from 'kysely';

/** Like a migration that takes something away, so that a version that does not know it refuses the database. */
const MARK = '9999-narrow-';

/** Returns whether a name in the list of migrations is a mark of `setUnusableByOlder`. */
export function isMark(name: string): boolean {
  return name.startsWith(MARK);
}

/**
 * Makes older versions refuse to start on the database, or lets them start again. Use it for a state of the data that
 * they would not heed. They name the mark, so `reason` says what to do, in at most 200 characters.
 */
export async function setUnusableByOlder<Tables>(
  db: Kysely<Tables> | Transaction<Tables>,
  reason: string,
  isUnusable: boolean,
): Promise<void> {
  const name = MARK + reason;
  if (isUnusable)
    await sql`insert into kysely_migration (name, timestamp) values (${name}, now()::text) on conflict do nothing`.execute(
      db,
    );
  else await sql`delete from kysely_migration where name = ${name}`.execute(db);
}
