/** A moment as the clocks of a time zone show it. */
export interface LocalTime {
  /** As `2026-11-30`. */
  day: string;
  /** 0 is Monday. */
  weekday: number;
  /** Minutes since midnight by the clock, from 0 to 1439. */
  minute: number;
}

const formats = new Map<string, Intl.DateTimeFormat>();
/** More than there are zones; a zone may be written in many ways. */
const MAX_FORMATS = 1000;

/** Returns whether a text names a time zone. */
export function isTimeZone(zone: string): boolean {
  try {
    formatOf(zone);
    return true;
  } catch {
    return false;
  }
}

/** Throws RangeError for an unknown zone. */
function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone);
  if (known) return known;
  const made = new Intl.DateTimeFormat('en-u-ca-iso8601', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  });
  if (formats.size >= MAX_FORMATS) formats.clear();
  formats.set(zone, made);
  return made;
}

/** Returns what the clocks of a zone show at a moment, in milliseconds since 1970. */
export function toLocal(ms: number, zone: string): LocalTime {
  const parts = Object.fromEntries(
    formatOf(zone)
      .formatToParts(ms)
      .map(({ type, value }) => [type, value]),
  );
  const { year = '', month = '', day = '', hour = '', minute = '' } = parts;
  const date = `${year.padStart(4, '0')}-${month}-${day}`;
  return {
    day: date,
    weekday: weekdayOf(date),
    minute: Number(hour) * 60 + Number(minute),
  };
}

/** Returns the weekday of a day like `2026-11-30`; 0 is Monday. */
export function weekdayOf(day: string): number {
  return (new Date(day).getUTCDay() + 6) % 7; // days count from Sunday, and a date alone is read as UTC
}

/** A part of an interval that is within one day of a zone. */
export interface DayPart {
  day: string;
  startMs: number;
  endMs: number;
}

/** Splits an interval, of at most a few hours, at the midnights of a zone. */
export function splitAtMidnight(startMs: number, endMs: number, zone: string): DayPart[] {
  const first = toLocal(startMs, zone).day;
  if (toLocal(endMs, zone).day === first || endMs <= startMs) return [{ day: first, startMs, endMs }];
  const midnight = findChange(startMs, endMs, (ms) => toLocal(ms, zone).day !== first);
  const rest = midnight < endMs ? splitAtMidnight(midnight, endMs, zone) : [];
  return [{ day: first, startMs, endMs: midnight }, ...rest];
}

/** Returns the first moment after `from` at which a condition holds that holds at `to`, and from then on; to the millisecond. */
function findChange(from: number, to: number, holds: (ms: number) => boolean): number {
  let [before, after] = [from, to];
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2);
    if (holds(middle)) after = middle;
    else before = middle;
  }
  return after;
}

const HOUR_MS = 3_600_000;

/**
 * Returns the next moment, after `ms` and within 25 hours, at which the clocks of a zone show a minute of the day; where
 * they skip it, the first moment after it.
 */
export function nextAt(ms: number, minute: number, zone: string): number {
  const isPast = (at: number) => {
    const local = toLocal(at, zone);
    return local.day !== start.day ? local.minute >= minute : local.minute >= minute && start.minute < minute;
  };
  const start = toLocal(ms, zone);
  // Steps of a quarter of an hour cannot miss the minute, since clocks change by no less.
  for (let at = ms; at < ms + 25 * HOUR_MS; at += HOUR_MS / 4)
    if (isPast(at + HOUR_MS / 4)) return findChange(at, at + HOUR_MS / 4, isPast);
  return ms + 25 * HOUR_MS;
}
