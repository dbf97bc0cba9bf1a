import type { Kysely, Transaction } from 'kysely';

import { inTransaction } from '../database.ts';
import type { LeaseRow, LeaseStore, Report } from './lease-store.ts';
import {
  decideFailure,
  MAX_DEATHS,
  MAX_FAILURES,
  STOOD_STILL,
  tooManyDeaths,
  tooManyTries,
  type Failure,
  type Reason,
  type Wording,
} from './policy.ts';

/** `stop` is true if the lease was lost before the report, which then changed nothing. */
export interface Verdict {
  stop: boolean;
}

/** What the owner of a table of leases brings along. */
export interface LeaseOwner<Tables, Row extends LeaseRow, Parent> {
  store: LeaseStore<Row>;
  wording: Wording;
  /**
   * Locks what a piece of work belongs to, so that decisions about it are made one after another; every transaction
   * locks it before the work. Returns undefined if it is gone or wants no more work.
   */
  lockParent: (trx: Transaction<Tables>, id: string) => Promise<Parent | undefined>;
  /** Names a row in a technical log. */
  describe: (row: Row) => string;
  /** Ends work for good. */
  giveUp: (trx: Transaction<Tables>, row: Row, reason: Reason) => Promise<void>;
  /** Called in the transaction in which rows became due at once. */
  onDue?: (trx: Transaction<Tables>, ids: string[]) => Promise<void>;
}

export interface Leases<Tables, Row extends LeaseRow, Parent> {
  /** Runs `change` in a transaction that has locked the work and its parent, if the lease is not lost. */
  whenOwned: (
    db: Kysely<Tables>,
    report: Report,
    change: (trx: Transaction<Tables>, owned: { row: Row; parent: Parent }) => Promise<void>,
  ) => Promise<Verdict>;
  /** Takes a failure: gives up a bad file at once, and retries anything else a few times. */
  fail: (db: Kysely<Tables>, report: Report & Failure) => Promise<Verdict>;
  /** Makes work due again without costing it anything. */
  release: (db: Kysely<Tables>, report: Report) => Promise<Verdict>;
  /** Takes work from silent workers; gives up a file that ended too many of them by itself. Returns all of it. */
  expire: (trx: Transaction<Tables>, timeoutSeconds: number) => Promise<Row[]>;
}

/** Returns the decisions of the lease protocol for one table. Reports with a lost lease change nothing. */
export function createLeases<Tables, Row extends LeaseRow, Parent>(
  owner: LeaseOwner<Tables, Row, Parent>,
): Leases<Tables, Row, Parent> {
  const { store, wording, giveUp } = owner;
  type Trx = Transaction<Tables>;

  const whenOwned: Leases<Tables, Row, Parent>['whenOwned'] = (db, report, change) =>
    inTransaction(db, async (trx) => {
      const parent = await owner.lockParent(trx, report.id);
      const row = parent === undefined ? undefined : await store.lock(trx, report);
      if (parent === undefined || !row) {
        await takeBackDeath(trx, report);
        return { stop: true };
      }
      await change(trx, { row, parent });
      return { stop: false };
    });

  /** A worker that was taken for dead has come back: what was counted as a death becomes a failure. */
  async function takeBackDeath(trx: Trx, report: Report): Promise<void> {
    const row = await store.takeBackDeath(trx, report);
    if (row && row.failure_count >= MAX_FAILURES)
      await giveUp(trx, row, { message: tooManyTries(STOOD_STILL, wording), log: '' });
  }

  async function markDueAgain(
    trx: Trx,
    row: Row,
    options: Parameters<LeaseStore<Row>['markDueAgain']>[2],
  ): Promise<void> {
    await store.markDueAgain(trx, row.id, options);
    if (options.afterSeconds === 0) await owner.onDue?.(trx, [row.id]);
  }

  return {
    whenOwned,

    fail: (db, report) =>
      whenOwned(db, report, async (trx, { row }) => {
        const decision = decideFailure(row.failure_count, report, wording);
        if ('giveUp' in decision) return giveUp(trx, row, decision.giveUp);
        const afterSeconds = decision.retryAfterSeconds;
        return markDueAgain(trx, row, { afterSeconds, countsAsFailure: true, error: report.message });
      }),

    release: (db, report) =>
      whenOwned(db, report, (trx, { row }) =>
        markDueAgain(trx, row, { afterSeconds: 0, countsAsFailure: false, error: null }),
      ),

    async expire(trx, timeoutSeconds) {
      const expired = await store.expire(trx, timeoutSeconds);
      await owner.onDue?.(
        trx,
        expired.map((row) => row.id),
      );
      for (const row of expired)
        if (row.death_count >= MAX_DEATHS)
          await giveUp(trx, row, { message: tooManyDeaths(wording), log: owner.describe(row) });
      return expired;
    },
  };
}
