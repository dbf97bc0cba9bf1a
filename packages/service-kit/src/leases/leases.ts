import type { Kysely, Transaction } from 'kysely';

import { inTransaction } from '../data/database.ts';
import { sayFailure } from '../sentences/index.ts';
import type { LeaseRow, LeaseStore, Report } from './lease-store.ts';
import {
  decideFailure,
  MAX_DEATHS,
  MAX_FAILURES,
  WORKER_UNRESPONSIVE,
  tooManyDeaths,
  tooManyTries,
  type Failure,
  type Reason,
  type Work,
} from './policy.ts';

/** `stop` is true if the lease was lost before the report, which then changed nothing. */
export interface Verdict {
  stop: boolean;
}

/** The outcome of failed work. */
type FailureDecision = 'retried' | 'given-up';

/** The parts that the owner of a lease table provides. */
export interface LeaseOwner<Tables, Row extends LeaseRow, Parent> {
  store: LeaseStore<Row>;
  work: Work;
  /**
   * Locks the parent of some work, so that decisions about it are serialized; every transaction locks it before the work.
   * Returns undefined if it was deleted or needs no more work.
   */
  lockParent: (trx: Transaction<Tables>, id: string) => Promise<Parent | undefined>;
  /** Describes a row for a technical log. */
  describe: (row: Row) => string;
  /** Ends work as failed. */
  giveUp: (trx: Transaction<Tables>, row: Row, reason: Reason) => Promise<void>;
  /** Called with rows that are due at once, in the transaction that made them due. */
  onDue?: (trx: Transaction<Tables>, ids: string[]) => Promise<void>;
}

export interface Leases<Tables, Row extends LeaseRow, Parent> {
  /** Runs `change` in a transaction that has locked the work and its parent, unless the lease is lost. */
  whenOwned: (
    db: Kysely<Tables>,
    report: Report,
    change: (trx: Transaction<Tables>, owned: { row: Row; parent: Parent }) => Promise<void>,
  ) => Promise<Verdict>;
  /** Handles a failure: gives up a bad file at once and retries anything else a few times. */
  fail: (db: Kysely<Tables>, report: Report & Failure) => Promise<Verdict & { decision?: FailureDecision }>;
  /** Makes work due again without charging it. */
  release: (db: Kysely<Tables>, report: Report) => Promise<Verdict>;
  /** Takes work from silent workers and gives up files that killed too many of them. Returns all of that work. */
  expire: (trx: Transaction<Tables>, timeoutSeconds: number) => Promise<Row[]>;
}

/** Returns the lease protocol for one table. Reports with a lost lease change nothing. */
export function createLeases<Tables, Row extends LeaseRow, Parent>(
  owner: LeaseOwner<Tables, Row, Parent>,
): Leases<Tables, Row, Parent> {
  const { work, giveUp } = owner;
  const whenOwned: Leases<Tables, Row, Parent>['whenOwned'] = (db, report, change) =>
    inTransaction(db, async (trx) => {
      const parent = await owner.lockParent(trx, report.id);
      const row = parent === undefined ? undefined : await owner.store.lock(trx, report);
      if (parent === undefined || !row) {
        await convertDeath(owner, trx, report);
        return { stop: true };
      }
      await change(trx, { row, parent });
      return { stop: false };
    });

  return {
    whenOwned,

    async fail(db, report) {
      let decision: FailureDecision = 'retried';
      const verdict = await whenOwned(db, report, async (trx, { row }) => {
        const decided = decideFailure(row.failure_count, report, work);
        decision = 'giveUp' in decided ? 'given-up' : 'retried';
        if ('giveUp' in decided) return giveUp(trx, row, decided.giveUp);
        const afterSeconds = decided.retryAfterSeconds;
        const { message: error, reason = null } = report;
        return markDueAgain(owner, trx, row, { afterSeconds, countsAsFailure: true, error, reason });
      });
      return verdict.stop ? verdict : { ...verdict, decision };
    },

    release: (db, report) =>
      whenOwned(db, report, (trx, { row }) =>
        markDueAgain(owner, trx, row, { afterSeconds: 0, countsAsFailure: false, error: null, reason: null }),
      ),

    expire: (trx, timeoutSeconds) => expireLeases(owner, trx, timeoutSeconds),
  };
}

/** A worker presumed dead has come back, so its death is converted into a failure. */
async function convertDeath<Tables, Row extends LeaseRow, Parent>(
  { store, work, giveUp }: LeaseOwner<Tables, Row, Parent>,
  trx: Transaction<Tables>,
  report: Report,
): Promise<void> {
  const row = await store.convertDeath(trx, report);
  if (row && row.failure_count >= MAX_FAILURES)
    await giveUp(trx, row, {
      ...tooManyTries({ message: sayFailure(WORKER_UNRESPONSIVE), reason: WORKER_UNRESPONSIVE }, work),
      log: '',
      code: 'worker',
    });
}

async function markDueAgain<Tables, Row extends LeaseRow, Parent>(
  { store, onDue }: LeaseOwner<Tables, Row, Parent>,
  trx: Transaction<Tables>,
  row: Row,
  options: Parameters<LeaseStore<Row>['markDueAgain']>[2],
): Promise<void> {
  await store.markDueAgain(trx, row.id, options);
  if (options.afterSeconds === 0) await onDue?.(trx, [row.id]);
}

async function expireLeases<Tables, Row extends LeaseRow, Parent>(
  { store, work, describe, giveUp, onDue }: LeaseOwner<Tables, Row, Parent>,
  trx: Transaction<Tables>,
  timeoutSeconds: number,
): Promise<Row[]> {
  const expired = await store.expire(trx, timeoutSeconds);
  await onDue?.(
    trx,
    expired.map((row) => row.id),
  );
  for (const row of expired)
    if (row.death_count >= MAX_DEATHS)
      await giveUp(trx, row, {
        ...tooManyDeaths(work),
        log: describe(row),
        code: 'crash',
      });
  return expired;
}
