/** How failed sign-ins slow down the next one of the same account. */
export interface DelayRule {
  /** Failures that cost nothing. */
  freeFailures: number;
  longestDelaySeconds: number;
}

const FIRST_DELAY_SECONDS = 5;

/**
 * Seconds that an account waits after its `failures`-th failure in a row: nothing for the first ones, then twice as
 * long each time up to the longest. Never a lock-out for good, or anybody could shut somebody out.
 */
export function delayAfterFailure(failures: number, rule: DelayRule): number {
  if (failures < rule.freeFailures) return 0;
  return Math.min(FIRST_DELAY_SECONDS * 2 ** (failures - rule.freeFailures), rule.longestDelaySeconds);
}
