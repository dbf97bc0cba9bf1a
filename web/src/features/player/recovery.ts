/** What hls.js says about a fatal error, reduced to what a decision needs. */
export interface FatalError {
  type: 'network' | 'media' | 'other';
  /** HTTP status of the answer, when there was one. */
  status: number | undefined;
}

export interface RecoveryHistory {
  /** Network errors since something was loaded for the last time. */
  networkFailures: number;
  /** When the last media recovery began, in milliseconds; undefined if there was none. */
  mediaRecoveredAtMs: number | undefined;
}

type Recovery = { kind: 'load'; waitMs: number } | { kind: 'recover-media' } | { kind: 'give-up' };

const GONE = new Set([401, 403, 404, 410]);

/** Whether a status says that asking once more is no use: it is not there, or not for this viewer. */
export function isGone(status: number | undefined): boolean {
  return status !== undefined && GONE.has(status);
}

const MEDIA_PAUSE_MS = 5_000;

/** Network errors are tried again after 1, 2, 4 … 30 s; media errors at most once in 5 s; the rest is the end. */
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
