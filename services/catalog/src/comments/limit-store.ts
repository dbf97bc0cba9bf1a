import { sql } from 'kysely';

import { deleteInBatches } from '@larksong/service-kit';
import type { Db, Trx } from '../db/tables.ts';

/** Notes that an author has sent a text. */
export async function insertWrite(
  trx: Trx,
  { authorId, networkKey, isFresh }: { authorId: string; networkKey: Buffer; isFresh: boolean },
): Promise<void> {
  await trx
    .insertInto('comment_writes')
    .values({ author_id: authorId, network_key: networkKey, is_fresh: isFresh })
    .execute();
}

/** Returns how many texts an author has sent in the last minute and in the last hour. */
export async function countWrites(trx: Trx, authorId: string): Promise<{ minute: number; hour: number }> {
  const { rows } = await sql<{ minute: number; hour: number }>`
    select count(*) filter (where written_at > now() - interval '1 minute')::integer as minute,
      count(*)::integer as hour
    from comment_writes where author_id = ${authorId} and written_at > now() - interval '1 hour'`.execute(
    trx,
  );
  return rows[0] ?? { minute: 0, hour: 0 };
}

/**
 * Returns how many texts new accounts of a network have sent in the last hour; other transactions that ask about the same
 * network wait for this one.
 */
export async function countFreshWrites(trx: Trx, networkKey: Buffer): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtext('larksong comments'), ${networkKey.readInt32BE(0)})`.execute(
    trx,
  );
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from comment_writes
    where network_key = ${networkKey} and is_fresh and written_at > now() - interval '1 hour'`.execute(trx);
  return rows[0]?.count ?? 0;
}

/** Returns how many comments somebody has reported in the last hour. */
export async function countReports(trx: Trx, reporterId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from comment_reports
    where reporter_id = ${reporterId} and reported_at > now() - interval '1 hour'`.execute(trx);
  return rows[0]?.count ?? 0;
}

/** Deletes what no limit counts any more; stops after a batch when `signal` is aborted. */
export async function deleteOldWrites(db: Db, signal?: AbortSignal): Promise<void> {
  await deleteInBatches(db, {
    table: 'comment_writes',
    where: sql`written_at < now() - interval '1 hour'`,
    signal,
  });
}
