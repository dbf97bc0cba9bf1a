import type { FailureCode, Readable } from '@larksong/contracts';

/** Number of infrastructure failures after which work is given up. */
export const MAX_FAILURES = 5;
/** Number of workers that must die while running one piece of work alone before its file is blamed. */
export const MAX_DEATHS = 2;

const LONGEST_BACKOFF_SECONDS = 60;

/** The reason of the failure that replaces a death when a worker presumed dead comes back. */
export const WORKER_UNRESPONSIVE = 'The converter did not respond for too long.';

export interface Failure {
  /** `input` if the file is at fault, which is final; `infrastructure` if another try may succeed. */
  cause: 'input' | 'infrastructure';
  /** A sentence for users. */
  message: string;
  /** The end of the technical log. */
  log: string;
  /** The kind of failure, for statistics; older workers report none. */
  code?: FailureCode | undefined;
  /** The part that can be published anyway if the file is at fault. */
  readable?: Readable | undefined;
}

/** The reason for which work is given up. */
export interface Reason extends Pick<Failure, 'message' | 'log' | 'readable'> {
  code: FailureCode;
}

/** The parts of the policy's sentences that the owner of the work provides. */
export interface Wording {
  /** `This video could not be processed` */
  failed: string;
  /** Advice after infrastructure failures: `Please try again later.` */
  tryAgain: string;
  /** Advice for a file that kills its workers: `Please export it again in another format.` */
  changeFile: string;
}

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
  wording: Wording,
): { giveUp: Reason } | { retryAfterSeconds: number } {
  const { cause, message, log, readable } = failure;
  const code = codeOf(failure);
  if (cause === 'input') return { giveUp: { message, log, code, ...(readable ? { readable } : {}) } };
  if (failureCount + 1 >= MAX_FAILURES)
    return { giveUp: { message: tooManyTries(message, wording), log, code } };
  return { retryAfterSeconds: backoffSeconds(failureCount) };
}

/** Returns the code of a failure; without one, a failure of the infrastructure is a problem of the worker. */
export function codeOf({ cause, code }: Pick<Failure, 'cause' | 'code'>): FailureCode {
  return code ?? (cause === 'input' ? 'other' : 'worker');
}

/** Returns the sentence for work that failed too often, with the reason of the last failure. */
export function tooManyTries(lastReason: string, wording: Wording): string {
  return `${wording.failed} after ${MAX_FAILURES} tries. ${wording.tryAgain} (${lastReason})`;
}

/** Returns the sentence for a file that killed too many workers. */
export function tooManyDeaths(wording: Wording): string {
  return `This file crashed the converter twice, so conversion was stopped. ${wording.changeFile}`;
}
