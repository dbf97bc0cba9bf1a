import { setTimeout as pause } from 'node:timers/promises';

import { ApiError, catalog, type Call } from '@larksong/contracts';

/** The unit is not this worker's any more: taken over, deleted, or out of touch for too long. */
export class LostUnit extends Error {
  override name = 'LostUnit';
}

/** This process stood still for so long that its work was given to another; it may have been the work's doing. */
export class StalledWorker extends LostUnit {
  override name = 'StalledWorker';
}

/** Nobody answered for so long that the work was given to another. */
export class UnansweredWorker extends LostUnit {
  override name = 'UnansweredWorker';
}

/** What a worker says to catalog about one unit; every call rejects with `LostUnit` once the unit is not its own. */
export interface UnitCalls {
  /** Made once, without another try. */
  heartbeat(progress: catalog.UnitProgress): Promise<void>;
  /** From now on nothing else runs in this process, so that its death would be this unit's. */
  beginAlone(signal: AbortSignal): Promise<void>;
  reportSegments(segments: catalog.Segment[], signal: AbortSignal): Promise<void>;
  complete(result: catalog.UnitResult, signal: AbortSignal): Promise<void>;
  fail(failure: Failure, signal: AbortSignal): Promise<void>;
  release(signal: AbortSignal): Promise<void>;
}

interface Failure {
  cause: 'input' | 'infrastructure';
  message: string;
  log: string;
}

/** Longest wait for one answer. */
export const CALL_TIMEOUT_MS = 5000;

/** Asks once. Not to be broken off: a unit whose answer nobody hears would lie about until its heartbeat is missed. */
export async function claim(
  call: Call,
  wanted: { workerId: string; lane: catalog.Lane; sandboxed: boolean },
): Promise<catalog.UnitAssignment | null> {
  const signal = AbortSignal.timeout(CALL_TIMEOUT_MS);
  return (await call(catalog.claimUnit, { body: wanted }, { signal })).data.unit;
}

export function callsOf(call: Call, unit: catalog.UnitAssignment): UnitCalls {
  const params = { id: unit.id };
  const { token } = unit;
  return {
    async heartbeat(progress) {
      const signal = AbortSignal.timeout(CALL_TIMEOUT_MS);
      await heed(() => call(catalog.heartbeatUnit, { params, body: { token, progress } }, { signal }));
    },
    beginAlone: (signal) =>
      insist(signal, (limit) =>
        call(catalog.heartbeatUnit, { params, body: { token, alone: true } }, { signal: limit }),
      ),
    reportSegments: (segments, signal) =>
      insist(signal, (limit) =>
        call(catalog.reportSegments, { params, body: { token, segments } }, { signal: limit }),
      ),
    complete: (result, signal) =>
      insist(signal, (limit) =>
        call(catalog.completeUnit, { params, body: { token, result } }, { signal: limit }),
      ),
    fail: (failure, signal) =>
      insist(signal, (limit) =>
        call(catalog.failUnit, { params, body: { token, ...failure } }, { signal: limit }),
      ),
    release: (signal) =>
      insist(signal, (limit) => call(catalog.releaseUnit, { params, body: { token } }, { signal: limit })),
  };
}

export type Verdict = Promise<{ data: { stop: boolean } }>;

/** Turns a verdict to stop, and the answers for a unit that is gone, into `LostUnit`. */
export async function heed(make: () => Verdict): Promise<void> {
  try {
    const { data } = await make();
    if (data.stop) throw new LostUnit('its owner said to stop');
  } catch (error) {
    const isGone = error instanceof ApiError && (error.status === 409 || error.status === 404);
    throw isGone ? new LostUnit('the unit is gone', { cause: error }) : error;
  }
}

/** Tries again with growing pauses while the other side is away, until the signal is aborted. */
export async function insist(signal: AbortSignal, make: (limit: AbortSignal) => Verdict): Promise<void> {
  for (let pauseMs = 200; ; pauseMs = Math.min(pauseMs * 2, 2000)) {
    signal.throwIfAborted();
    const timeout = AbortSignal.timeout(CALL_TIMEOUT_MS);
    try {
      await heed(() => make(AbortSignal.any([signal, timeout])));
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
