import { setTimeout as pause } from 'node:timers/promises';

import { ApiError, type catalog } from '@larksong/contracts';

/** The work is no longer this worker's: taken over, deleted, or out of touch for too long. */
export class LeaseLostError extends Error {
  override name = 'LeaseLostError';
}

/** This process stood still for so long that its work was given to another one; the work may have caused it. */
export class WorkerStalledError extends LeaseLostError {
  override name = 'WorkerStalledError';
}

/** The owner has not answered for so long that the work was given to another worker. */
export class OwnerSilentError extends LeaseLostError {
  override name = 'OwnerSilentError';
}

export interface Failure {
  cause: 'input' | 'infrastructure';
  /** A sentence that a person understands. */
  message: string;
  log: string;
}

/** A worker's reports about one piece of work; each rejects with `LeaseLostError` once the lease is lost. */
export interface LeaseCalls<Result> {
  /** Made once, without another try. */
  heartbeat: (progress: catalog.UnitProgress) => Promise<void>;
  /** From now on nothing else runs in this process, so that its death would be this work's. */
  beginAlone: (signal: AbortSignal) => Promise<void>;
  complete: (result: Result, signal: AbortSignal) => Promise<void>;
  fail: (failure: Failure, signal: AbortSignal) => Promise<void>;
  release: (signal: AbortSignal) => Promise<void>;
}

type Verdict = Promise<{ data: { stop: boolean } }>;

/** Longest wait for one answer. */
export const CALL_TIMEOUT_MS = 5000;

/** Returns the reports of a lease, each made with retries but for heartbeats. */
export function createLeaseCalls<Result>(calls: {
  heartbeat: (sign: { progress: catalog.UnitProgress } | { alone: true }, signal: AbortSignal) => Verdict;
  complete: (result: Result, signal: AbortSignal) => Verdict;
  fail: (failure: Failure, signal: AbortSignal) => Verdict;
  release: (signal: AbortSignal) => Verdict;
}): LeaseCalls<Result> {
  return {
    heartbeat: (progress) =>
      checkVerdict(() => calls.heartbeat({ progress }, AbortSignal.timeout(CALL_TIMEOUT_MS))),
    beginAlone: (signal) => callWithRetry(signal, (limit) => calls.heartbeat({ alone: true }, limit)),
    complete: (result, signal) => callWithRetry(signal, (limit) => calls.complete(result, limit)),
    fail: (failure, signal) => callWithRetry(signal, (limit) => calls.fail(failure, limit)),
    release: (signal) => callWithRetry(signal, (limit) => calls.release(limit)),
  };
}

/** Turns a verdict to stop, and the answers for work that is gone, into `LeaseLostError`. */
export async function checkVerdict(call: () => Verdict): Promise<void> {
  try {
    const { data } = await call();
    if (data.stop) throw new LeaseLostError('the owner said to stop');
  } catch (error) {
    const isGone = error instanceof ApiError && (error.status === 409 || error.status === 404);
    throw isGone ? new LeaseLostError('the work is gone', { cause: error }) : error;
  }
}

/** Calls until a verdict arrives, with growing pauses while the owner is away. Rejects once the signal is aborted. */
export async function callWithRetry(
  signal: AbortSignal,
  call: (limit: AbortSignal) => Verdict,
): Promise<void> {
  for (let pauseMs = 200; ; pauseMs = Math.min(pauseMs * 2, 2000)) {
    signal.throwIfAborted();
    const timeout = AbortSignal.timeout(CALL_TIMEOUT_MS);
    try {
      await checkVerdict(() => call(AbortSignal.any([signal, timeout])));
      return;
    } catch (error) {
      signal.throwIfAborted();
      if (!timeout.aborted && !isAway(error)) throw error;
    }
    await pause(pauseMs, undefined, { signal }).catch(() => {}); // the loop's head throws the signal's reason
  }
}

function isAway(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 0 || error.status === 429 || error.status >= 500);
}
