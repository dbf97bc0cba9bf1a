import { DEFAULT_LANGUAGE, type Language } from '@larksong/contracts';

import { currentLanguage, text } from './texts.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/**
 * Formats minutes and seconds, never hours: `75:03`. A missing or invalid duration is `0:00` (specification section 9).
 */
export function formatDuration(seconds: number | null | undefined): string {
  const whole =
    typeof seconds === 'number' && seconds > 0 && Number.isFinite(seconds) ? Math.floor(seconds) : 0;
  return `${toDigits(Math.floor(whole / 60), 1)}:${toDigits(whole % 60, 2)}`;
}

function toDigits(count: number, minimumIntegerDigits: number): string {
  if (isEnglish()) return String(count).padStart(minimumIntegerDigits, '0');
  return numbers({ minimumIntegerDigits, useGrouping: false }).format(count);
}

/** Returns `1 view`, `54 views`, `1.0K views`, `1.1M views`: one decimal from 1,000 on (specification section 9). */
export function formatViews(count: number): string {
  return text('views.count', { count: roundedAsShown(count), shown: formatCount(count) });
}

/** Returns the round number that is read out for a short one: the plural of 1.2K is that of 1,000. */
export function roundedAsShown(count: number): number {
  if (count < 1000) return count;
  const unit = count < 1_000_000 ? 1000 : 1_000_000;
  return Math.floor(count / unit) * unit;
}

/** Returns `54`, `1.0K`, `1.1M`: a count as in `formatViews`, without its unit. */
export function formatCount(count: number): string {
  if (!isEnglish()) return numbers({ notation: 'compact', maximumFractionDigits: 1 }).format(count);
  if (count < 1000) return String(count);
  const thousands = (count / 1000).toFixed(1);
  // 999,950 rounds to 1000.0K, which is 1.0M.
  return Number(thousands) < 1000 ? `${thousands}K` : `${(count / 1_000_000).toFixed(1)}M`;
}

/** Returns a number with the separators of the language: `1,234.5`. */
export function formatNumber(value: number, options: Intl.NumberFormatOptions = {}): string {
  return numbers(options).format(value);
}

/** Returns a share between 0 and 1 as `45 %`. */
export function formatPercent(share: number): string {
  // English has a space here, which Intl adds in other languages only.
  return isEnglish() ? `${Math.round(share * 100)} %` : numbers({ style: 'percent' }).format(share);
}

/**
 * Returns the age of `iso` at `now` (milliseconds since 1970): minutes under 60, hours under 24, otherwise days. A
 * future time (clocks differ) is `0 minutes ago`.
 */
export function formatAge(iso: string, now: number = Date.now()): string {
  const age = Math.max(0, now - Date.parse(iso));
  if (age < HOUR_MS) return formatRelative(-Math.floor(age / MINUTE_MS), 'minute');
  if (age < DAY_MS) return formatRelative(-Math.floor(age / HOUR_MS), 'hour');
  return formatRelative(-Math.floor(age / DAY_MS), 'day');
}

/** Returns when a waiting time is over, rounded up: `in 1 second`, `in 45 seconds`, `in 2 minutes`, `in 1 hour`. */
export function formatWaitEnd(seconds: number): string {
  return formatRelative(...toWait(seconds));
}

/** Returns a waiting time, rounded up: `1 second`, `45 seconds`, `2 minutes`, `1 hour`. */
export function formatWait(seconds: number): string {
  const [count, unit] = toWait(seconds);
  return numbers({ style: 'unit', unit, unitDisplay: 'long', useGrouping: false }).format(count);
}

type WaitUnit = 'second' | 'minute' | 'hour';

function toWait(seconds: number): [count: number, unit: WaitUnit] {
  const whole = Math.max(1, Math.ceil(seconds));
  if (whole < 60) return [whole, 'second'];
  const minutes = Math.ceil(whole / 60);
  return minutes < 60 ? [minutes, 'minute'] : [Math.ceil(minutes / 60), 'hour'];
}

/** Returns `4 September 2026` in the reader's time zone, or a dash if there is no date. */
export function formatDate(iso: string | null | undefined): string {
  const date = new Date(iso ?? '');
  return Number.isNaN(date.getTime())
    ? '–'
    : date.toLocaleDateString(locale(), { day: 'numeric', month: 'long', year: 'numeric' });
}

/** Returns `4 September 2026 at 14:03` in the reader's time zone. */
export function formatMoment(iso: string): string {
  return new Date(iso).toLocaleString(locale(), { dateStyle: 'long', timeStyle: 'short' });
}

/** Returns `A, B and C`, `A, B or C`, or as units `A, B, C`. */
export function formatList(items: readonly string[], type: Intl.ListFormatType = 'conjunction'): string {
  if (isEnglish()) return formatEnglishList(items, type);
  // Turkish has only spaces between units, which suits `3 hours 5 minutes`, but not other lists.
  const shown = type === 'unit' && currentLanguage() === 'tr' ? 'conjunction' : type;
  return new Intl.ListFormat(locale(), { type: shown }).format(items);
}

const LAST_SEPARATORS = { conjunction: ' and ', disjunction: ' or ', unit: ', ' };

function formatEnglishList(items: readonly string[], type: Intl.ListFormatType): string {
  if (items.length < 2) return items.join('');
  return `${items.slice(0, -1).join(', ')}${LAST_SEPARATORS[type]}${items.at(-1)}`;
}

/** Compares names for sorting; numbers in them by their values: Grade 2 before Grade 10. */
export function compareNames(one: string, other: string): number {
  return one.localeCompare(other, currentLanguage(), { numeric: true });
}

/** The dates and lists of the site's English are British. */
export function locale(): string {
  const language: Language = currentLanguage();
  return language === DEFAULT_LANGUAGE ? 'en-GB' : language;
}

/** A negative count, or -0, is in the past. */
function formatRelative(count: number, unit: 'day' | WaitUnit): string {
  if (isEnglish()) {
    const span = `${Math.abs(count)} ${unit}${Math.abs(count) === 1 ? '' : 's'}`;
    return count > 0 ? `in ${span}` : `${span} ago`;
  }
  return new Intl.RelativeTimeFormat(locale(), { numeric: 'always' }).format(count, unit);
}

/**
 * The first number or list that Intl formats takes a browser as long as showing a page of songs. So what the first page shows does
 * without in English, whose numbers have no commas here anyway.
 */
function isEnglish(): boolean {
  return currentLanguage() === DEFAULT_LANGUAGE;
}

const formats = new Map<string, Intl.NumberFormat>();

/** Lists format many numbers alike. */
function numbers(options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = `${currentLanguage()} ${JSON.stringify(options)}`;
  const format = formats.get(key) ?? new Intl.NumberFormat(locale(), options);
  formats.set(key, format);
  return format;
}
