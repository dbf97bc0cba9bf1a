import { sql, type Kysely, type RawBuilder } from 'kysely';

/**
 * The advisory lock by which a backup keeps the objects of a database's rows: it holds the lock exclusively until it has
 * copied them, and the lock ends with its connection.
 */
export const OBJECTS_LOCK = 'larksong objects are kept for a backup';

/**
 * A condition that is true unless a backup keeps the objects. A deletion that was committed before the condition was
 * evaluated is not part of a backup that starts later, so its objects may go.
 */
export function areObjectsFree(): RawBuilder<boolean> {
  return sql<boolean>`(select pg_try_advisory_xact_lock_shared(hashtext(${OBJECTS_LOCK})))`;
}

/** Returns whether a backup keeps the objects. Call it after committing the change that makes an object unreferenced. */
export async function areObjectsHeld<T>(db: Kysely<T>): Promise<boolean> {
  const { rows } = await sql<{ free: boolean }>`select ${areObjectsFree()} as free`.execute(db);
  return rows[0]?.free !== true;
}
