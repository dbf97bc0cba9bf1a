const FIRST_PAUSE_SECONDS = 5;
const LONGEST_PAUSE_SECONDS = 1800;
const GIVEN_UP_AFTER_SECONDS = 24 * 3600;

/** Seconds until a mail that failed `tries` times is tried again; null when it is older than a day and given up. */
export function pauseBeforeRetry(mail: { tries: number; ageSeconds: number }): number | null {
  if (mail.ageSeconds > GIVEN_UP_AFTER_SECONDS) return null;
  return Math.min(FIRST_PAUSE_SECONDS * 2 ** (mail.tries - 1), LONGEST_PAUSE_SECONDS);
}
