/** The delay of sign-ins after failures of the same account. */
export interface DelayRule {
  /** Number of failures without a delay. */
  freeFailures: number;
  longestDelaySeconds: number;
}

const FIRST_DELAY_SECONDS = 5;

/**
 * Returns the seconds that an account must wait after its `failures`-th failure in a row: 0 at first, then doubling up to
 * the longest delay. Never a permanent lockout, or anybody could lock others out.
 */
export function delayAfterFailure(failures: number, rule: DelayRule): number {
  if (failures < rule.freeFailures) return 0;
  return Math.min(FIRST_DELAY_SECONDS * 2 ** (failures - rule.freeFailures), rule.longestDelaySeconds);
}
