import type { catalog } from '@larksong/contracts';

import { locale } from '../../lib/format.ts';
import type { Texts } from '../../lib/texts.ts';

/** The weekend, of days that begin with Monday. */
const WEEKEND = 5;

/** Returns what a rule says in a few words, each of them short: what is shown, how long, and with what. */
export function describeRule({ rows, time, game, allowsSearch }: catalog.NestRule, t: Texts): string[] {
  const lists = rows.filter(({ kind }) => kind === 'list').length;
  const tags = rows.flatMap((row) => (row.kind === 'tag' ? [row.tagValue] : []));
  return [
    ...(lists > 0 ? [t('children.lists', { count: lists })] : []),
    ...tags,
    ...(rows.some(({ kind }) => kind === 'everything') ? [t('children.everything')] : []),
    describeMinutes(time.minutes, t),
    ...(time.hours ? [describeHours(time.hours, t)] : []),
    ...(game.isOn ? [t('nest-rule.with-game')] : []),
    ...(allowsSearch ? [t('nest-rule.with-search')] : []),
  ];
}

function describeMinutes(minutes: catalog.NestTimeRule['minutes'], t: Texts): string {
  const limits = (minutes ?? []).filter((count) => count !== null);
  if (minutes === null || limits.length === 0) return t('nest-rule.no-limit');
  const [first, last] = [minutes[0] ?? null, minutes[6] ?? null];
  const isWeek = minutes.every((count, day) => count === (day < WEEKEND ? first : last));
  if (isWeek && first !== null && first === last) return t('nest-rule.daily', { minutes: first });
  if (isWeek && first !== null && last !== null)
    return t('nest-rule.weekly', { minutes: first, weekend: last });
  return t('nest-rule.varied', { least: Math.min(...limits), most: Math.max(...limits) });
}

/** Returns `7:00 to 19:00`. */
export function describeHours({ from, to }: { from: number; to: number }, t: Texts): string {
  return t('nest-rule.between', { from: formatMinute(from), to: formatMinute(to) });
}

/** Returns a minute of the day as people of the language write it. */
export function formatMinute(minute: number): string {
  const at = new Date(2026, 0, 1, Math.floor(minute / 60), minute % 60); // any day without a change of the clock
  return at.toLocaleTimeString(locale(), { hour: 'numeric', minute: '2-digit' });
}

/** Returns the short names of the days, from Monday on. */
export function listWeekdays(style: 'short' | 'long'): string[] {
  const format = new Intl.DateTimeFormat(locale(), { weekday: style, timeZone: 'UTC' });
  return Array.from({ length: 7 }, (_, day) => format.format(Date.UTC(2026, 0, 5 + day))); // a Monday
}
