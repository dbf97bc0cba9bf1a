import { auth } from '@larksong/contracts';
import { sql } from 'kysely';

import type { DeletionRow } from '../db/people-tables.ts';
import type { Db, Trx, UserRow } from '../db/tables.ts';

/** Plans the deletion of an account in seven days. */
export async function createDeletion(
  trx: Trx,
  deletion: { userId: string; deletesVideos: boolean; wasDisabled: boolean },
): Promise<void> {
  await trx
    .insertInto('account_deletions')
    .values({
      user_id: deletion.userId,
      deletes_videos: deletion.deletesVideos,
      was_disabled: deletion.wasDisabled,
      due_at: sql<Date>`clock_timestamp() + make_interval(days => ${auth.DELETION_DAYS})`,
    })
    .execute();
}

/**
 * Returns the planned deletion of an account, or undefined. An account that was enabled meanwhile is not going to be
 * deleted.
 */
export async function findDeletion(db: Db, userId: string): Promise<DeletionRow | undefined> {
  return db
    .selectFrom('account_deletions')
    .innerJoin('users', 'users.id', 'account_deletions.user_id')
    .selectAll('account_deletions')
    .where('user_id', '=', userId)
    .where('users.disabled_at', 'is not', null)
    .executeTakeFirst();
}

/** Deletes the plan for an account, and returns it. */
export async function takeDeletion(trx: Trx, userId: string): Promise<DeletionRow | undefined> {
  return trx.deleteFrom('account_deletions').where('user_id', '=', userId).returningAll().executeTakeFirst();
}

/** Deletes the plans for accounts that were enabled meanwhile, by a service that does not know of them. */
export async function deleteUndonePlans(db: Db): Promise<void> {
  await db
    .deleteFrom('account_deletions')
    .using('users')
    .whereRef('users.id', '=', 'account_deletions.user_id')
    .where('users.disabled_at', 'is', null)
    .execute();
}

/** Returns an account whose deletion is due, with the plan, and locks it; undefined if none is due. */
export async function lockDueAccount(
  trx: Trx,
): Promise<{ user: UserRow; deletesVideos: boolean } | undefined> {
  const due = await trx
    .selectFrom('account_deletions')
    .select(['user_id', 'deletes_videos'])
    .where('due_at', '<=', sql<Date>`clock_timestamp()`)
    .orderBy('due_at')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
  if (!due) return undefined;
  const user = await trx
    .selectFrom('users')
    .selectAll()
    .where('id', '=', due.user_id)
    .where('disabled_at', 'is not', null)
    .forUpdate()
    .executeTakeFirst();
  return user && { user, deletesVideos: due.deletes_videos };
}

/** Returns the number of planned deletions, and the time for which the oldest is overdue, 0 if none is. */
export async function countDeletions(db: Db): Promise<{ planned: number; overdueSeconds: number }> {
  return db
    .selectFrom('account_deletions')
    .select([
      sql<number>`count(*)::integer`.as('planned'),
      sql<number>`greatest(0, coalesce(extract(epoch from now() - min(due_at)), 0))::float8`.as(
        'overdueSeconds',
      ),
    ])
    .executeTakeFirstOrThrow();
}
