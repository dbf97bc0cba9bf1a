/** Failures through its surroundings after which work is given up. */
export const MAX_FAILURES = 5;
/** Workers that may die with nothing else to do than one piece of work before its file is taken for the reason. */
export const MAX_DEATHS = 2;

const LONGEST_BACKOFF_SECONDS = 60;

/** Reported by a worker that was taken for dead and came back. */
export const STOOD_STILL = 'The converter did not respond for too long.';

export interface Failure {
  /** The file is at fault, for good, or the surroundings, so that another try may succeed. */
  cause: 'input' | 'infrastructure';
  /** A sentence that a person understands. */
  message: string;
  /** The end of the technical log. */
  log: string;
}

/** Why work is given up. */
export type Reason = Pick<Failure, 'message' | 'log'>;

/** An owner's own words in the sentences of the policy. */
export interface Wording {
  /** `This video could not be processed` */
  failed: string;
  /** What to do about the surroundings: `Please try again later.` */
  tryAgain: string;
  /** What to do about a file that ends its workers: `Please export it again in another format.` */
  changeFile: string;
}

/** Returns the seconds until work that failed through its surroundings is tried again: 2, 4, 8 … at most 60. */
export function backoffSeconds(failureCount: number): number {
  return Math.min(2 ** (failureCount + 1), LONGEST_BACKOFF_SECONDS);
}

/**
 * Returns why work is to be given up after a failure, or in how many seconds it is tried again. `failureCount` counts
 * the failures before this one.
 */
export function decideFailure(
  failureCount: number,
  failure: Failure,
  wording: Wording,
): { giveUp: Reason } | { retryAfterSeconds: number } {
  const { cause, message, log } = failure;
  if (cause === 'input') return { giveUp: { message, log } };
  if (failureCount + 1 >= MAX_FAILURES) return { giveUp: { message: tooManyTries(message, wording), log } };
  return { retryAfterSeconds: backoffSeconds(failureCount) };
}

/** Returns the sentence for work that failed too often, with the reason of its last failure. */
export function tooManyTries(lastReason: string, wording: Wording): string {
  return `${wording.failed} after ${MAX_FAILURES} tries. ${wording.tryAgain} (${lastReason})`;
}

/** Returns the sentence for a file that ended too many workers. */
export function tooManyDeaths(wording: Wording): string {
  return `This file crashed the converter twice, so conversion was stopped. ${wording.changeFile}`;
}
