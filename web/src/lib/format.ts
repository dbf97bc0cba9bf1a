const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/**
 * Formats minutes and seconds, never hours: `75:03`. A missing or invalid duration is `0:00` (specification section 9).
 */
export function formatDuration(seconds: number | null | undefined): string {
  const whole =
    typeof seconds === 'number' && seconds > 0 && Number.isFinite(seconds) ? Math.floor(seconds) : 0;
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}

/** Returns `1 view`, `54 views`, `1.0K views`, `1.1M views`: one decimal from 1,000 on (specification section 9). */
export function formatViews(count: number): string {
  return `${formatCount(count)} ${count === 1 ? 'view' : 'views'}`;
}

/** Returns `54`, `1.0K`, `1.1M`: a count as in `formatViews`, without its unit. */
export function formatCount(count: number): string {
  if (count < 1000) return String(count);
  const thousands = (count / 1000).toFixed(1);
  // 999,950 rounds to 1000.0K, which is 1.0M.
  return Number(thousands) < 1000 ? `${thousands}K` : `${(count / 1_000_000).toFixed(1)}M`;
}

/**
 * Returns the age of `iso` at `now` (milliseconds since 1970): minutes under 60, hours under 24, otherwise days. A
 * future time (clocks differ) is `0 minutes ago`.
 */
export function formatAge(iso: string, now: number = Date.now()): string {
  const age = Math.max(0, now - Date.parse(iso));
  if (age < HOUR_MS) return ago(Math.floor(age / MINUTE_MS), 'minute');
  if (age < DAY_MS) return ago(Math.floor(age / HOUR_MS), 'hour');
  return ago(Math.floor(age / DAY_MS), 'day');
}

function ago(count: number, unit: string): string {
  return `${plural(count, unit)} ago`;
}

/** Returns a waiting time, rounded up: `1 second`, `45 seconds`, `2 minutes`, `1 hour`. */
export function formatWait(seconds: number): string {
  const whole = Math.max(1, Math.ceil(seconds));
  if (whole < 60) return plural(whole, 'second');
  const minutes = Math.ceil(whole / 60);
  return minutes < 60 ? plural(minutes, 'minute') : plural(Math.ceil(minutes / 60), 'hour');
}

/** Returns `1 song` or `2 songs`. */
export function plural(count: number, unit: string): string {
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}

/** Returns `4 September 2026` in the reader's time zone, or a dash if there is no date. */
export function formatDate(iso: string | null | undefined): string {
  const date = new Date(iso ?? '');
  return Number.isNaN(date.getTime())
    ? '–'
    : date.toLocaleDateString('en-GB', { day: 'numeric', month: 'long', year: 'numeric' });
}

/** Returns `4 September 2026 at 14:03` in the reader's time zone. */
export function formatMoment(iso: string): string {
  return new Date(iso).toLocaleString('en-GB', { dateStyle: 'long', timeStyle: 'short' });
}
