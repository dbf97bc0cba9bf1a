import { catalog } from '@larksong/contracts';

import { nextAt, toLocal } from './local-time.ts';

/** How long a nest may play. */
export interface TimeRule {
  zone: string;
  /** Minutes a day from Monday on; null on a day without a limit, and without any. */
  minutes: readonly (number | null)[] | null;
  /** Minutes of the day between which it may play; across midnight if `from` is later. */
  hours: { from: number; to: number } | null;
}

/** What was counted on the present day. */
export interface DayCount {
  seconds: number;
  /** Those of them that use up no time. */
  afterSeconds: number;
  extraMinutes: number;
  /** Until then the hours of the day do not count: more time was given, or a grown-up narrowed them then. */
  extraUntilMs: number | null;
  /** When the minutes were used up. */
  overAtMs: number | null;
}

export const NO_COUNT: DayCount = {
  ...{ seconds: 0, afterSeconds: 0, extraMinutes: 0 },
  ...{ extraUntilMs: null, overAtMs: null },
};

/** The song that a device plays. */
export interface Playing {
  begunMs: number;
  positionSeconds: number;
  durationSeconds: number | null;
  /** Where its chapters begin, in seconds. */
  chapters: readonly number[];
  counts: boolean;
}

/** How long the song that played when the time was over may continue; a shorter one is never cut. */
const PLAY_OUT_MS = 6 * 60_000;
/** How long one that is shorter may take with its pauses. */
const PAUSED_MS = 15 * 60_000;

/** Returns whether a rule limits anything. */
export function isLimited({ minutes, hours }: TimeRule): boolean {
  return hours !== null || (minutes?.some((each) => each !== null) ?? false);
}

/** Returns the minutes of a day with those that were added; null without a limit. */
export function limitOf(
  { minutes, zone }: TimeRule,
  { extraMinutes }: DayCount,
  nowMs: number,
): number | null {
  const limit = minutes?.[toLocal(nowMs, zone).weekday] ?? null;
  return limit === null ? null : limit + extraMinutes;
}

/** What is left of the time. */
interface Left {
  /** Null without a limit. */
  seconds: number | null;
  /** Of the whole, from 0 to 1; null without a limit. */
  share: number | null;
  /** When it was over; null while it is not. */
  overAtMs: number | null;
}

/** Returns what is left of the minutes of a day. */
function leftOfMinutes(rule: TimeRule, day: DayCount, nowMs: number): Left {
  const limit = limitOf(rule, day, nowMs);
  if (limit === null) return { seconds: null, share: null, overAtMs: null };
  const seconds = Math.max(0, limit * 60 - (day.seconds - day.afterSeconds));
  const overAtMs = seconds > 0 ? null : (day.overAtMs ?? nowMs);
  return { seconds, share: limit === 0 ? 0 : seconds / (limit * 60), overAtMs };
}

/** Returns what is left of the hours of a day. */
function leftOfHours({ hours, zone }: TimeRule, { extraUntilMs }: DayCount, nowMs: number): Left {
  if (hours === null || hours.from === hours.to) return { seconds: null, share: null, overAtMs: null };
  const extraMs = Math.max(0, (extraUntilMs ?? nowMs) - nowMs);
  const isOpen = isWithin(hours, toLocal(nowMs, zone).minute);
  const hoursMs = isOpen ? nextAt(nowMs, hours.to, zone) - nowMs : 0;
  const leftMs = Math.max(extraMs, hoursMs);
  const wholeMinutes = (hours.to - hours.from + 1440) % 1440;
  const share = Math.min(1, leftMs / (wholeMinutes * 60_000));
  if (leftMs > 0) return { seconds: leftMs / 1000, share, overAtMs: null };
  return { seconds: 0, share: 0, overAtMs: closedAt(hours, zone, { nowMs, extraUntilMs }) };
}

/** Returns whether the hours of a rule are open at a moment. */
export function isOpenAt({ hours, zone }: TimeRule, ms: number): boolean {
  return hours === null || hours.from === hours.to || isWithin(hours, toLocal(ms, zone).minute);
}

function isWithin({ from, to }: { from: number; to: number }, minute: number): boolean {
  return from < to ? minute >= from && minute < to : minute >= from || minute < to;
}

/** Returns when the hours were over, if that is not longer ago than a song may take, and otherwise a moment before that. */
function closedAt(
  hours: { from: number; to: number },
  zone: string,
  { nowMs, extraUntilMs }: { nowMs: number; extraUntilMs: number | null },
): number {
  const before = nowMs - PAUSED_MS - 1;
  const isOpenBefore = isWithin(hours, toLocal(before, zone).minute);
  return Math.max(isOpenBefore ? nextAt(before, hours.to, zone) : before, extraUntilMs ?? before);
}

/** Returns the smaller of two, of which null is without a limit. */
function least(one: number | null, other: number | null): number | null {
  if (one === null || other === null) return one ?? other;
  return Math.min(one, other);
}

/** The time of a nest, and when it was over; null while it is not. */
export interface TimeState {
  time: catalog.NestTime;
  overAtMs: number | null;
  /** Whether the minutes of the day are used up, which the report that did so stores. */
  isUsedUp: boolean;
}

/**
 * Returns the time of a nest at a moment, while a device plays a song or nothing. The song that had begun before the time
 * was over is played out: six minutes more at most, within which a longer one ends at its next chapter or segment.
 */
export function toTimeState(
  rule: TimeRule,
  day: DayCount,
  nowMs: number,
  playing: Playing | null,
): TimeState {
  const isCounting = playing?.counts ?? false;
  const minutes = leftOfMinutes(rule, day, nowMs);
  const hours = leftOfHours(rule, day, nowMs);
  const overAtMs = least(minutes.overAtMs, hours.overAtMs);
  const leftSeconds = least(minutes.seconds, hours.seconds);
  const opensAt =
    hours.overAtMs === null || rule.hours === null
      ? null
      : new Date(nextAt(nowMs, rule.hours.from, rule.zone)).toISOString();
  const isFree = leftSeconds === null;
  const isPlayedOut = playing !== null && overAtMs !== null && mayPlayOut(playing, overAtMs, nowMs);
  const usedBySong = least(isCounting ? minutes.seconds : null, hours.seconds);
  const isLast = playing !== null && overAtMs === null && isLastSong(playing, usedBySong);
  return {
    time: {
      state: isFree ? 'free' : stateOf({ isOver: overAtMs !== null, isLast: isLast || isPlayedOut }),
      share: least(minutes.share, hours.share),
      leftSeconds,
      isCounting,
      endsAt: playing && (isLast || isPlayedOut) ? endOf(playing, { overAtMs, usedBySong, nowMs }) : null,
      opensAt,
    },
    overAtMs,
    isUsedUp: minutes.overAtMs !== null,
  };
}

function stateOf({ isOver, isLast }: { isOver: boolean; isLast: boolean }): catalog.NestTime['state'] {
  if (isLast) return 'last';
  return isOver ? 'over' : 'open';
}

/** Returns whether a song may continue after the time was over. */
export function mayPlayOut(
  song: Pick<Playing, 'begunMs' | 'durationSeconds'>,
  overAtMs: number,
  nowMs: number,
): boolean {
  return song.begunMs <= overAtMs && nowMs < overAtMs + (isShort(song) ? PAUSED_MS : PLAY_OUT_MS);
}

function isShort({ durationSeconds }: Pick<Playing, 'durationSeconds'>): boolean {
  return durationSeconds !== null && durationSeconds * 1000 <= PLAY_OUT_MS;
}

function isLastSong({ positionSeconds, durationSeconds }: Playing, leftSeconds: number | null): boolean {
  return leftSeconds !== null && (durationSeconds ?? Infinity) - positionSeconds >= leftSeconds;
}

/** Returns the position at which a song that is too long to be played out ends; null if it is not. */
function endOf(
  { positionSeconds, durationSeconds, chapters }: Playing,
  { overAtMs, usedBySong, nowMs }: { overAtMs: number | null; usedBySong: number | null; nowMs: number },
): number | null {
  if (isShort({ durationSeconds })) return null;
  const untilOver = overAtMs === null ? (usedBySong ?? 0) : (overAtMs - nowMs) / 1000;
  const over = positionSeconds + untilOver;
  const latest = over + PLAY_OUT_MS / 1000;
  if ((durationSeconds ?? Infinity) <= latest) return null;
  const chapter = chapters.find((start) => start >= over && start > positionSeconds && start <= latest);
  return chapter ?? Math.floor(latest / catalog.SEGMENT_SECONDS) * catalog.SEGMENT_SECONDS;
}
