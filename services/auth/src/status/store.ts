import { sql } from 'kysely';

import type { Db } from '../db/tables.ts';

export interface AccountCounts {
  accountCount: number;
  /** Those that can sign in. */
  superadminCount: number;
  /** Excludes invited accounts, whose email counts as verified from the beginning. */
  registrationsLastHour: number;
}

/** Returns the number of accounts, of active superadmins, and of registrations within the last hour. */
export async function countAccounts(db: Db): Promise<AccountCounts> {
  return db
    .selectFrom('users')
    .select([
      sql<number>`count(*)::integer`.as('accountCount'),
      sql<number>`count(*) filter (where role = 'superadmin' and disabled_at is null)::integer`.as(
        'superadminCount',
      ),
      sql<number>`count(*) filter (
        where created_at > now() - interval '1 hour'
          and (email_verified_at is null or email_verified_at > created_at + interval '5 seconds')
      )::integer`.as('registrationsLastHour'),
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

interface Backups {
  /** The latest successful one; null without one. */
  lastDone: { at: Date; isOnSameDisk: boolean } | null;
  /** Why the newest failed; null if it succeeded or none was tried. */
  lastProblem: string | null;
  /** Seconds since the latest successful one, or since the first account of a site without one. */
  ageSeconds: number;
}

/** Returns the known facts about the site's backups. */
export async function readBackups(db: Db): Promise<Backups> {
  const { rows } = await sql<{
    at: Date | null;
    isOnSameDisk: boolean | null;
    lastProblem: string | null;
    ageSeconds: number;
  }>`
    select
      done.started_at as at,
      done.is_on_same_disk as "isOnSameDisk",
      newest.error as "lastProblem",
      coalesce(extract(epoch from now() - coalesce(done.started_at, site.created_at)), 0)::float8 as "ageSeconds"
    from (select min(created_at) as created_at from users) site
    left join (select * from backup_runs order by started_at desc limit 1) newest on true
    left join (select * from backup_runs where error is null order by started_at desc limit 1) done on true`.execute(
    db,
  );
  const { at = null, isOnSameDisk = null, lastProblem = null, ageSeconds = 0 } = rows[0] ?? {};
  return { lastDone: at && { at, isOnSameDisk: isOnSameDisk ?? false }, lastProblem, ageSeconds };
}
