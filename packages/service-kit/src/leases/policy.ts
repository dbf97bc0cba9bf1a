import type { FailureCode, FailureReason, Readable } from '@larksong/contracts';

import { sayFailure, why } from '../sentences/index.ts';

/** Number of infrastructure failures after which work is given up. */
export const MAX_FAILURES = 5;
/** Number of workers that must die while running one piece of work alone before its file is blamed. */
export const MAX_DEATHS = 2;

const LONGEST_BACKOFF_SECONDS = 60;

/** The reason of the failure that replaces a death when a worker presumed dead comes back. */
export const WORKER_UNRESPONSIVE = why('unresponsive');

export interface Failure {
  /** `input` if the file is at fault, which is final; `infrastructure` if another try may succeed. */
  cause: 'input' | 'infrastructure';
  /** A sentence for users, in English. */
  message: string;
  /** The same for clients in another language; older workers report none. */
  reason?: FailureReason | undefined;
  /** The end of the technical log. */
  log: string;
  /** The kind of failure, for statistics; older workers report none. */
  code?: FailureCode | undefined;
  /** The part that can be published anyway if the file is at fault. */
  readable?: Readable | undefined;
}

/** The reason for which work is given up. */
export interface Reason extends Pick<Failure, 'message' | 'reason' | 'log' | 'readable'> {
  code: FailureCode;
}

/** The kinds of work, each with separate reasons for giving it up. */
export type Work = 'video' | 'sound';

/** Returns the delay in seconds before the next try after an infrastructure failure: 2, 4, 8 … at most 60. */
export function backoffSeconds(failureCount: number): number {
  return Math.min(2 ** (failureCount + 1), LONGEST_BACKOFF_SECONDS);
}

/**
 * Returns either the reason for giving work up after a failure or the delay in seconds before the next try.
 * `failureCount` is the number of earlier failures.
 */
export function decideFailure(
  failureCount: number,
  failure: Failure,
  work: Work,
): { giveUp: Reason } | { retryAfterSeconds: number } {
  const { cause, message, reason, log, readable } = failure;
  const code = codeOf(failure);
  const more = { ...(reason ? { reason } : {}), ...(readable ? { readable } : {}) };
  if (cause === 'input') return { giveUp: { message, log, code, ...more } };
  if (failureCount + 1 >= MAX_FAILURES) return { giveUp: { ...tooManyTries(failure, work), log, code } };
  return { retryAfterSeconds: backoffSeconds(failureCount) };
}

/** Returns the code of a failure; without one, a failure of the infrastructure is a problem of the worker. */
export function codeOf({ cause, code }: Pick<Failure, 'cause' | 'code'>): FailureCode {
  return code ?? (cause === 'input' ? 'other' : 'worker');
}

/** Returns the reason for work that failed too often, with that of the last failure. */
export function tooManyTries(
  last: Pick<Failure, 'message' | 'reason'>,
  work: Work,
): Pick<Reason, 'message' | 'reason'> {
  const values = { tryCount: MAX_FAILURES, problem: last.message };
  const reason = why(work === 'video' ? 'too-many-tries' : 'sound-too-many-tries', values);
  if (!last.reason) return { message: sayFailure(reason), reason };
  const { id, values: known } = last.reason;
  return { message: sayFailure(reason), reason: { ...reason, cause: { id, values: known } } };
}

/** Returns the reason for a file that killed too many workers. */
export function tooManyDeaths(work: Work): Pick<Reason, 'message' | 'reason'> {
  const reason = why(work === 'video' ? 'too-many-crashes' : 'sound-too-many-crashes');
  return { message: sayFailure(reason), reason };
}
