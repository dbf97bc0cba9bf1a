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
