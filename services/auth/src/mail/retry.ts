const FIRST_PAUSE_SECONDS = 5;
const LONGEST_PAUSE_SECONDS = 1800;
const GIVEN_UP_AFTER_SECONDS = 24 * 3600;

/** Returns the seconds before the next try of a mail that failed `tries` times, or null if it is older than a day. */
export function pauseBeforeRetry(mail: { tries: number; ageSeconds: number }): number | null {
  if (mail.ageSeconds > GIVEN_UP_AFTER_SECONDS) return null;
  return Math.min(FIRST_PAUSE_SECONDS * 2 ** (mail.tries - 1), LONGEST_PAUSE_SECONDS);
}
