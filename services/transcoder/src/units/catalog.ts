import { catalog, type Call } from '@larksong/contracts';

import { CALL_TIMEOUT_MS, callWithRetry, createLeaseCalls, type LeaseCalls } from '../lease-calls.ts';

/** A worker's reports to catalog about one unit. */
export interface UnitCalls extends LeaseCalls<catalog.UnitResult> {
  /**
   * Reports stored segments to catalog, with retries. Returns whether the video can be watched, if catalog says so. Calls
   * `onTaken` as `complete` does.
   */
  reportSegments: (
    segments: catalog.Segment[],
    signal: AbortSignal,
    onTaken: () => void,
  ) => Promise<{ playable?: boolean }>;
}

/**
 * Claims a unit; returns null if none is due. Must not be interrupted: a unit whose assignment gets lost runs only
 * after its lease expires.
 */
export async function claimUnit(
  call: Call,
  wanted: { workerId: string; lane: catalog.Lane; sandboxed: boolean },
): Promise<catalog.UnitAssignment | null> {
  const signal = AbortSignal.timeout(CALL_TIMEOUT_MS);
  return (
    await call(catalog.claimUnit, { body: { ...wanted, planVersion: catalog.PLAN_VERSION } }, { signal })
  ).data.unit;
}

/** Returns the calls that report about a unit. */
export function createUnitCalls(call: Call, unit: catalog.UnitAssignment): UnitCalls {
  const params = { id: unit.id };
  const { token } = unit;
  return {
    ...createLeaseCalls<catalog.UnitResult>({
      heartbeat: (sign, signal) =>
        call(catalog.heartbeatUnit, { params, body: { token, ...sign } }, { signal }),
      complete: (result, signal) =>
        call(catalog.completeUnit, { params, body: { token, result } }, { signal }),
      fail: (failure, signal) => call(catalog.failUnit, { params, body: { token, ...failure } }, { signal }),
      release: (signal) => call(catalog.releaseUnit, { params, body: { token } }, { signal }),
    }),
    reportSegments: (segments, signal, onTaken) =>
      callWithRetry(
        signal,
        (limit) => call(catalog.reportSegments, { params, body: { token, segments } }, { signal: limit }),
        onTaken,
      ),
  };
}
