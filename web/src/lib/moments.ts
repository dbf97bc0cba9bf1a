import { locale } from './format.ts';

/** Formats the time of a day in the reader's time zone: `9:12`. */
export function formatClock(moment: Date): string {
  return dates({ hour: 'numeric', minute: '2-digit', hourCycle: 'h23' }).format(moment);
}

/** Formats the time of a day with its seconds: `14:03:22`. */
export function formatTime(moment: Date): string {
  return dates({ hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' }).format(moment);
}

/** Returns `4 September`. */
export function formatDayOfYear(moment: Date): string {
  return dates({ day: 'numeric', month: 'long' }).format(moment);
}

/** Returns `4 September 2026`. */
export function formatDay(moment: Date): string {
  return dates({ day: 'numeric', month: 'long', year: 'numeric' }).format(moment);
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** A dashboard formats many times alike, several times a second. */
function dates(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${locale()} ${JSON.stringify(options)}`;
  const format = formats.get(key) ?? new Intl.DateTimeFormat(locale(), options);
  formats.set(key, format);
  return format;
}
