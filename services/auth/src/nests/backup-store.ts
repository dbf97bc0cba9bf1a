import type { Db } from '../db/tables.ts';

/** Returns how many of the newest backups stay where the latest was made; null while that is not known. */
export async function findKeptBackups(db: Db): Promise<number | null> {
  const row = await db
    .selectFrom('backup_runs')
    .select('kept')
    .where('error', 'is', null)
    .where('kept', 'is not', null)
    .orderBy('started_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.kept ?? null;
}
