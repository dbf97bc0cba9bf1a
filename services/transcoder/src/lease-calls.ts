import { setTimeout as pause } from 'node:timers/promises';

import { ApiError, type catalog } from '@larksong/contracts';
import type { Failure } from '@larksong/service-kit/leases';

/** The lease is lost: the work was taken over or deleted, or the worker was out of contact for too long. */
export class LeaseLostError extends Error {
  override name = 'LeaseLostError';
}

/** The owner has refused a report (404, 409): the work was taken over or deleted before. */
class WorkGoneError extends LeaseLostError {
  override name = 'WorkGoneError';
}

/** This process was frozen for so long that another may have claimed its work; the work may have caused it. */
export class WorkerStalledError extends LeaseLostError {
  override name = 'WorkerStalledError';
}

/** The owner has not answered for so long that another worker may have claimed the work. */
export class OwnerSilentError extends LeaseLostError {
  override name = 'OwnerSilentError';
}

/** A worker's reports about one piece of work. Each rejects with `LeaseLostError` once the lease is lost. */
export interface LeaseCalls<Result> {
  /** Sent once, without retries. */
  heartbeat: (progress: catalog.UnitProgress) => Promise<unknown>;
  /** Reports that nothing else runs in this process from now on, so that a crash would be this work's fault. */
  beginAlone: (signal: AbortSignal) => Promise<unknown>;
  /** Calls `onTaken` once the owner may have accepted the result, even if its answer got lost. */
  complete: (result: Result, signal: AbortSignal, onTaken: () => void) => Promise<unknown>;
  fail: (failure: Failure, signal: AbortSignal) => Promise<unknown>;
  release: (signal: AbortSignal) => Promise<unknown>;
}

type Answer<Data extends { stop: boolean }> = Promise<{ data: Data }>;
type Verdict = Answer<{ stop: boolean }>;

/** Deadline for one answer. */
export const CALL_TIMEOUT_MS = 5000;

/** Returns the reports of a lease. All but heartbeats are retried. */
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
    complete: (result, signal, onTaken) =>
      callWithRetry(signal, (limit) => calls.complete(result, limit), onTaken),
    fail: (failure, signal) => callWithRetry(signal, (limit) => calls.fail(failure, limit)),
    release: (signal) => callWithRetry(signal, (limit) => calls.release(limit)),
  };
}

/** Returns the answer; throws `LeaseLostError` if it is to stop or the work is gone. Rethrows other errors. */
async function checkVerdict<Data extends { stop: boolean }>(call: () => Answer<Data>): Promise<Data> {
  try {
    const { data } = await call();
    if (data.stop) throw new LeaseLostError('the owner told this worker to stop');
    return data;
  } catch (error) {
    const isGone = error instanceof ApiError && (error.status === 409 || error.status === 404);
    throw isGone ? new WorkGoneError('the work is gone', { cause: error }) : error;
  }
}

/**
 * Repeats a call until an answer arrives, and returns it; the pauses grow while the owner is unavailable. Rejects as
 * `checkVerdict` does, and with the signal's reason once it is aborted. `onTaken` is called once the owner may have
 * accepted the call.
 */
export async function callWithRetry<Data extends { stop: boolean }>(
  signal: AbortSignal,
  call: (limit: AbortSignal) => Answer<Data>,
  onTaken: () => void = () => {},
): Promise<Data> {
  for (let pauseMs = 200; ; pauseMs = Math.min(pauseMs * 2, 2000)) {
    signal.throwIfAborted();
    const timeout = AbortSignal.timeout(CALL_TIMEOUT_MS);
    try {
      const data = await checkVerdict(() => call(AbortSignal.any([signal, timeout])));
      onTaken();
      return data;
    } catch (error) {
      if (!(error instanceof WorkGoneError)) onTaken();
      signal.throwIfAborted();
      if (!timeout.aborted && !isUnavailable(error)) throw error;
    }
    await pause(pauseMs, undefined, { signal }).catch(() => {}); // the start of the loop throws the signal's reason
  }
}

function isUnavailable(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 0 || error.status === 429 || error.status >= 500);
}
