/** A fatal error of hls.js, reduced to what the decision needs. */
export interface FatalError {
  type: 'network' | 'media' | 'other';
  /** HTTP status of the response, if there was one. */
  status: number | undefined;
}

export interface RecoveryHistory {
  /** Network errors since the last successful load. */
  networkFailures: number;
  /** When the last media recovery began, in milliseconds; undefined if there was none. */
  mediaRecoveredAtMs: number | undefined;
}

type Recovery = { kind: 'load'; waitMs: number } | { kind: 'recover-media' } | { kind: 'give-up' };

const GONE = new Set([401, 403, 404, 410]);

/** Returns whether a status makes a retry pointless: the file is gone, or not available to this viewer. */
export function isGone(status: number | undefined): boolean {
  return status !== undefined && GONE.has(status);
}

const MEDIA_PAUSE_MS = 5_000;

/**
 * Retries network errors after 1, 2, 4 … 30 s and recovers from media errors at most once in 5 s; anything else is
 * final.
 */
export function decideRecovery(error: FatalError, history: RecoveryHistory, nowMs: number): Recovery {
  if (error.type === 'network') {
    if (isGone(error.status)) return { kind: 'give-up' };
    return { kind: 'load', waitMs: Math.min(30_000, 1_000 * 2 ** history.networkFailures) };
  }
  if (error.type === 'media') {
    const last = history.mediaRecoveredAtMs;
    if (last === undefined || nowMs - last >= MEDIA_PAUSE_MS) return { kind: 'recover-media' };
  }
  return { kind: 'give-up' };
}
