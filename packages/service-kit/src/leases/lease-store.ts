import type { FailureReason } from '@larksong/contracts';
import { sql, type QueryExecutorProvider, type RawBuilder } from 'kysely';

/** Columns of every lease table. `state` is `due`, `running` or a final state of the owner. */
export interface LeaseRow {
  id: string;
  state: string;
  /** Token of the current claim, or of the last one if the owner keeps it. */
  token: string | null;
  /** Number of claims. */
  started_count: number;
  /** Number of failures of the infrastructure. */
  failure_count: number;
  /** Number of workers that died while running this work alone. */
  death_count: number;
  /** Whether a worker was lost with it, so that it runs alone from now on. */
  is_suspect: boolean;
}

interface LeaseTable {
  name: string;
  /** Condition on a row whose work is still wanted. By default all work is. */
  isWanted?: RawBuilder<unknown>;
  /** Assignments to the owner's columns when work is claimed, and when a worker leaves it unfinished. */
  onClaim?: RawBuilder<unknown>;
  onLeave?: RawBuilder<unknown>;
  /** Further assignments when a silent worker loses it. */
  onLost?: RawBuilder<unknown>;
}

export interface Report {
  id: string;
  token: string;
}

/** A database or a transaction. */
type Executor = QueryExecutorProvider;

export interface LeaseStore<Row extends LeaseRow> {
  /**
   * Assigns a due row to a worker under a new token. `candidate` is its id, or a subquery that locks the row and skips
   * locked ones. Returns undefined if nothing is due.
   */
  claim: (
    db: Executor,
    claim: { candidate: RawBuilder<unknown>; token: string; workerId: string },
  ) => Promise<Row | undefined>;
  /** Locks and returns the row if the token is the current one and the work is still wanted. */
  lock: (trx: Executor, report: Report) => Promise<Row | undefined>;
  /** Records a sign of life; returns false if the lease is lost or the work is no longer wanted. */
  touch: (
    db: Executor,
    report: Report & { alone?: boolean | undefined; more?: RawBuilder<unknown> | undefined },
  ) => Promise<boolean>;
  /** Makes a running row due again after a pause. */
  markDueAgain: (
    trx: Executor,
    id: string,
    options: {
      afterSeconds: number;
      countsAsFailure: boolean;
      error: string | null;
      reason: FailureReason | null;
    },
  ) => Promise<void>;
  /**
   * Makes the rows of workers that have been silent for `timeoutSeconds` due again. A row that ran alone is charged with
   * the death; a row that ran together with others is only suspected.
   */
  expire: (trx: Executor, timeoutSeconds: number) => Promise<Row[]>;
  /** Converts the death charged to a claim into a failure; returns undefined if none was charged. */
  convertDeath: (trx: Executor, report: Report) => Promise<Row | undefined>;
  /** Returns up to 1000 wanted rows that have been due for at least `forSeconds`, longest first. */
  listDue: (db: Executor, forSeconds: number) => Promise<Row[]>;
}

const MAX_DUE = 1000;

/** Returns the statements of the lease protocol for one table. Each affects only its own rows. */
export function createLeaseStore<Row extends LeaseRow>(of: LeaseTable): LeaseStore<Row> {
  return { ...createClaiming<Row>(of), ...createHolding<Row>(of), ...createReturning<Row>(of) };
}

type Statements<Row extends LeaseRow, Name extends keyof LeaseStore<Row>> = Pick<LeaseStore<Row>, Name>;

/** Returns the statements about due work. */
function createClaiming<Row extends LeaseRow>(of: LeaseTable): Statements<Row, 'claim' | 'listDue'> {
  const table = sql.table(of.name);
  const isWanted = of.isWanted ?? sql`true`;
  return {
    async claim(db, { candidate, token, workerId }) {
      const [row] = await all<Row>(
        db,
        sql`
        update ${table} set
          state = 'running', token = ${token}, worker_id = ${workerId}, heartbeat_at = now(),
          started_count = started_count + 1, is_alone = false${furtherAssignments(of.onClaim)}
        where id = (${candidate})
        returning *`,
      );
      return row;
    },

    listDue: (db, forSeconds) =>
      all<Row>(
        db,
        sql`
        select * from ${table}
        where state = 'due' and due_at <= now() - make_interval(secs => ${forSeconds}) and ${isWanted}
        order by due_at limit ${MAX_DUE}`,
      ),
  };
}

/** Returns the statements by which a worker reports with its token. */
function createHolding<Row extends LeaseRow>(
  of: LeaseTable,
): Statements<Row, 'lock' | 'touch' | 'convertDeath'> {
  const table = sql.table(of.name);
  const isWanted = of.isWanted ?? sql`true`;
  return {
    async lock(trx, { id, token }) {
      const [row] = await all<Row>(
        trx,
        sql`
        select * from ${table}
        where id = ${id} and token = ${token} and state = 'running' and ${isWanted}
        for update`,
      );
      return row;
    },

    async touch(db, { id, token, alone, more }) {
      const { numAffectedRows } = await sql`
        update ${table} set
          heartbeat_at = now()
          ${alone === undefined ? sql`` : sql`, is_alone = ${alone}`}
          ${furtherAssignments(more)}
        where id = ${id} and token = ${token} and state = 'running' and ${isWanted}`.execute(db);
      return (numAffectedRows ?? 0n) > 0n;
    },

    async convertDeath(trx, { id, token }) {
      const [row] = await all<Row>(
        trx,
        sql`
        update ${table} set
          death_count = death_count - 1, death_token = null, failure_count = failure_count + 1
        where id = ${id} and death_token = ${token}
        returning *`,
      );
      return row;
    },
  };
}

/** Returns the statements that make work due again. */
function createReturning<Row extends LeaseRow>(of: LeaseTable): Statements<Row, 'markDueAgain' | 'expire'> {
  const table = sql.table(of.name);
  const onLeave = furtherAssignments(of.onLeave);
  return {
    async markDueAgain(trx, id, { afterSeconds, countsAsFailure, error, reason }) {
      await sql`
        update ${table} set
          state = 'due', token = null, worker_id = null, error = ${error},
          error_reason = ${reason && JSON.stringify(reason)}::jsonb,
          due_at = now() + make_interval(secs => ${afterSeconds}),
          failure_count = failure_count + ${countsAsFailure ? 1 : 0}${onLeave}
        where id = ${id}`.execute(trx);
    },

    expire: (trx, timeoutSeconds) =>
      all<Row>(
        trx,
        sql`
        update ${table} set
          state = 'due', token = null, worker_id = null, due_at = now(), is_suspect = true,
          death_count = death_count + is_alone::integer,
          death_token = case when is_alone then token else death_token end${onLeave}${furtherAssignments(of.onLost)}
        where state = 'running' and heartbeat_at < now() - make_interval(secs => ${timeoutSeconds})
        returning *`,
      ),
  };
}

async function all<Row>(db: Executor, statement: RawBuilder<Row>): Promise<Row[]> {
  return (await statement.execute(db)).rows;
}

function furtherAssignments(assignments: RawBuilder<unknown> | undefined): RawBuilder<unknown> {
  return assignments ? sql`, ${assignments}` : sql``;
}
