import { setTimeout as pause } from 'node:timers/promises';

import { sql, type Kysely } from 'kysely';

const REPEAT_MS = 50;

/**
 * Runs `work` on one connection of `db`. Once `signal` is aborted, its statements are cancelled in Postgres, through
 * `control`, and the result is a rejection with the signal's reason. The connection stays taken until `work` has ended.
 */
export async function withCancellation<T, Result>(
  { db, control, signal }: { db: Kysely<T>; control: Kysely<T>; signal: AbortSignal },
  work: (connection: Kysely<T>) => Promise<Result>,
): Promise<Result> {
  signal.throwIfAborted();
  return db.connection().execute(async (connection) => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(connection);
    const ended = new AbortController();
    let cancelling: Promise<void> | undefined;
    const cancel = () => {
      cancelling = cancelUntil(ended.signal, { control, pid: rows[0]?.pid });
    };
    signal.addEventListener('abort', cancel, { once: true });
    try {
      signal.throwIfAborted();
      const result = await work(connection);
      signal.throwIfAborted();
      return result;
    } catch (error) {
      signal.throwIfAborted(); // the statement failed because of it
      throw error;
    } finally {
      signal.removeEventListener('abort', cancel);
      ended.abort();
      await cancelling; // otherwise a late cancellation would hit the next user of the connection
    }
  });
}

/** Cancels one statement after the other, since a cancellation between two of them has no effect. */
async function cancelUntil<T>(
  ended: AbortSignal,
  { control, pid }: { control: Kysely<T>; pid: number | undefined },
): Promise<void> {
  while (!ended.aborted) {
    // A failure is no reason to fail: statements have a time limit as well.
    await sql`select pg_cancel_backend(${pid})`.execute(control).catch(() => undefined);
    await pause(REPEAT_MS, undefined, { signal: ended }).catch(() => undefined);
  }
}
