/** Time after which a failed backup is tried again. */
const RETRY_MS = 3_600_000;
/** Time after a start before a missed backup is made up for. */
const FIRST_MS = 10 * 60_000;

export interface Night {
  now: Date;
  /** The moment of the start. */
  startedAt: Date;
  /** Hour of the day, in the time zone of the machine. */
  hour: number;
  lastSuccess: Date | undefined;
  /** The end of the last failed try since the start. */
  lastFailure: Date | undefined;
}

/**
 * Returns when the next nightly backup is due: at the hour, at once after a night that was missed (a machine may be off at
 * night) except in the first ten minutes after a start, and an hour after a failure.
 */
export function findNextNight({ now, startedAt, hour, lastSuccess, lastFailure }: Night): Date {
  const latest = atHour(now, hour, 0);
  const night = latest > now ? atHour(now, hour, -1) : latest;
  const isDone = lastSuccess !== undefined && lastSuccess >= night;
  if (isDone) return atHour(night, hour, 1);
  const earliest = [
    now.getTime(),
    startedAt.getTime() + FIRST_MS,
    ...(lastFailure === undefined ? [] : [lastFailure.getTime() + RETRY_MS]),
  ];
  return new Date(Math.max(...earliest));
}

function atHour(day: Date, hour: number, daysLater: number): Date {
  return new Date(day.getFullYear(), day.getMonth(), day.getDate() + daysLater, hour);
}
