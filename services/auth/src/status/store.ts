import type { status } from '@larksong/contracts';
import { sql } from 'kysely';

import type { Db } from '../db/tables.ts';

export interface AccountCounts {
  accountCount: number;
  /** Those that can sign in. */
  superadminCount: number;
}

/** Returns the number of accounts and of active superadmins. */
export async function countAccounts(db: Db): Promise<AccountCounts> {
  return db
    .selectFrom('users')
    .select([
      sql<number>`count(*)::integer`.as('accountCount'),
      sql<number>`count(*) filter (where role = 'superadmin' and disabled_at is null)::integer`.as(
        'superadminCount',
      ),
    ])
    .executeTakeFirstOrThrow();
}

export interface Backlog {
  waiting: number;
  /** Mails that have failed before. */
  retrying: number;
  oldestWaitingSeconds: number;
}

/** Returns the mails that are not sent yet. One in its first try does not count as retrying. */
export async function readBacklog(db: Db): Promise<Backlog> {
  return db
    .selectFrom('mails')
    .select([
      sql<number>`count(*)::integer`.as('waiting'),
      // A mail that is being sent for the first time has a lease of two minutes; one that failed is due within seconds.
      sql<number>`count(*) filter (
        where tries > 1 or (tries = 1 and due_at < clock_timestamp() + interval '30 seconds')
      )::integer`.as('retrying'),
      sql<number>`coalesce(floor(extract(epoch from clock_timestamp() - min(created_at))), 0)::integer`.as(
        'oldestWaitingSeconds',
      ),
    ])
    .executeTakeFirstOrThrow();
}

/**
 * Returns the latest successful backup, and why the newest failed if it did. Null if none was tried and the site is so new
 * that its first night may not be over.
 */
export async function readBackupStatus(db: Db): Promise<status.BackupStatus | null> {
  const [newest, done, site] = await Promise.all([
    db.selectFrom('backup_runs').select('error').orderBy('started_at', 'desc').limit(1).executeTakeFirst(),
    db
      .selectFrom('backup_runs')
      .select(['started_at', 'is_on_same_disk'])
      .where('error', 'is', null)
      .orderBy('started_at', 'desc')
      .limit(1)
      .executeTakeFirst(),
    db
      .selectFrom('users')
      .select(sql<boolean>`min(created_at) < now() - interval '26 hours'`.as('is_older'))
      .executeTakeFirst(),
  ]);
  if (newest === undefined && site?.is_older !== true) return null;
  return {
    lastDoneAt: done?.started_at.toISOString() ?? null,
    lastProblem: newest?.error ?? null,
    isOnSameDisk: done?.is_on_same_disk ?? false,
  };
}

/** Returns the age of the latest successful backup, of the site itself if there is none, and whether the newest try failed. */
export async function measureBackup(db: Db): Promise<{ ageSeconds: number; hasFailed: boolean }> {
  const { rows } = await sql<{ ageSeconds: number; hasFailed: boolean }>`
    select
      coalesce(extract(epoch from now() - coalesce(
        (select max(started_at) from backup_runs where error is null),
        (select min(created_at) from users)
      )), 0)::float8 as "ageSeconds",
      coalesce(
        (select error is not null from backup_runs order by started_at desc limit 1), false
      ) as "hasFailed"`.execute(db);
  return rows[0] ?? { ageSeconds: 0, hasFailed: false };
}
