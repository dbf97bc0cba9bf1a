import type { catalog } from '@larksong/contracts';
import { AppError } from '@larksong/service-kit';

import type { Db, Trx } from '../../db/tables.ts';
import type { NestViewer } from '../../library/videos/viewer.ts';
import { claimNest } from '../row-store.ts';
import { findRule, type RuleRow } from '../rule-store.ts';
import { addInterval, countedInterval, type Interval } from './intervals.ts';
import { splitAtMidnight, toLocal } from './local-time.ts';
import { mayPlayOut, toTimeState, type DayCount, type Playing, type TimeState } from './time-of-day.ts';
import * as store from './time-store.ts';
import { firstWindows, noteReport, type Windows } from './windows.ts';

/** A song that plays, with what decides how it counts. */
export interface PlayedSong {
  videoId: string;
  positionSeconds: number;
  durationSeconds: number | null;
  chapters: readonly number[];
  /** Whether it has no moving picture. */
  isStill: boolean;
  isLearning: boolean;
}

export interface Report {
  sessionId: string;
  /** Null for the game. */
  song: PlayedSong | null;
  begins: boolean;
}

/** The time of a nest without a rule, which shows nothing. */
export const NO_TIME: catalog.NestTime = {
  ...{ state: 'free', share: null, leftSeconds: null, isCounting: false, endsAt: null, opensAt: null },
};

/** Returns the time of a nest while nothing plays. */
export async function showTime(db: Db, nest: NestViewer): Promise<catalog.NestTime> {
  const rule = await findRule(db, nest.ruleId, nest.ownerId);
  if (!rule) return NO_TIME;
  const nowMs = await store.readClock(db);
  const day = await store.findToday(db, nest, rule, nowMs);
  return toTimeState(store.toTimeRule(rule), day, nowMs, null).time;
}

/** What a report finds, all of it locked by the clock of the nest. */
interface Found {
  rule: RuleRow;
  recent: Interval[];
  nowMs: number;
  day: DayCount;
  player: store.PlayerRow | undefined;
}

/**
 * Counts the time since the last report of a device, which is over for all devices of the nest at once, and returns what
 * is left. One transaction, so that nothing is counted twice, and a crash loses one report. Throws NEST_RESTS if a song or
 * the game begins after the time was over, and VIDEO_NOT_FOUND if the rule is gone. `onCounted` receives the seconds.
 */
export async function recordReport(
  db: Db,
  nest: NestViewer,
  report: Report,
  onCounted: (seconds: number) => void = () => {},
): Promise<catalog.NestTime> {
  const { time, seconds } = await db.transaction().execute(async (trx) => {
    const found = await lockAll(trx, nest, report.sessionId);
    const { rule, nowMs, day, player } = found;
    const timeRule = store.toTimeRule(rule);
    const counts = doesCount(rule, report.song);
    const begunMs = isOpening(player, nest, report.song) ? nowMs : (player?.begun_at.getTime() ?? nowMs);
    const playing = toPlaying(report.song, { begunMs, counts });
    const before = toTimeState(timeRule, day, nowMs, playing);
    if (isRefused(before, playing, { nowMs, begunMs })) throw new AppError('NEST_RESTS');
    const { windows, chargedMs } = noteWindows(report, found);
    const added = counts ? await countIntervals(trx, nest, found, { ...report, chargedMs, before }) : 0;
    const counted = added > 0 ? await store.findToday(trx, nest, rule, nowMs) : day;
    // A grown-up has allowed more since they were over, so that they may be over once more.
    const after = before.isUsedUp ? counted : { ...counted, overAtMs: null };
    const state = toTimeState(timeRule, after, nowMs, playing);
    const overAtMs = state.isUsedUp ? (after.overAtMs ?? nowMs) : null;
    if (overAtMs !== counted.overAtMs)
      await store.saveOver(trx, nest.nestId, { day: toLocal(nowMs, rule.zone).day, overAtMs });
    const song = { video_id: report.song?.videoId ?? null, begun_at: new Date(begunMs) };
    await store.savePlayer(trx, {
      ...toRow(windows, nest, report.sessionId),
      ...song,
      reported_at: new Date(nowMs),
    });
    return { time: state.time, seconds: added };
  });
  onCounted(seconds);
  return time;
}

/** Locks the clock of a nest, and reads what is kept of it and of a device. Throws VIDEO_NOT_FOUND without a rule. */
export async function lockAll(trx: Trx, nest: NestViewer, sessionId: string): Promise<Found> {
  const isClaimed = await claimNest(trx, nest);
  const recent = isClaimed ? await store.lockClock(trx, nest.nestId) : [];
  const rule = isClaimed ? await findRule(trx, nest.ruleId, nest.ownerId) : undefined;
  if (!rule) throw new AppError('VIDEO_NOT_FOUND');
  const nowMs = await store.readClock(trx);
  return {
    ...{ rule, recent, nowMs },
    day: await store.findToday(trx, nest, rule, nowMs),
    player: await store.findPlayer(trx, sessionId),
  };
}

function doesCount(rule: RuleRow, song: PlayedSong | null): boolean {
  if (song === null) return rule.counts_game;
  if (song.isLearning && !rule.counts_learning) return false;
  return !song.isStill || rule.counts_still;
}

/** Returns whether a report is about another song than the one before, or about the beginning of the same. */
function isOpening(player: store.PlayerRow | undefined, nest: NestViewer, song: PlayedSong | null): boolean {
  if (player === undefined || player.nest_id !== nest.nestId || player.reported_at === null) return true;
  return player.video_id !== (song?.videoId ?? null) || song?.positionSeconds === 0;
}

function toPlaying(song: PlayedSong | null, of: { begunMs: number; counts: boolean }): Playing {
  if (song) return { ...of, ...song };
  // The game has no end, so it is never played out.
  return { ...of, begunMs: Infinity, positionSeconds: 0, durationSeconds: 0, chapters: [] };
}

function isRefused(
  { overAtMs }: TimeState,
  playing: Playing,
  { nowMs, begunMs }: { nowMs: number; begunMs: number },
): boolean {
  return overAtMs !== null && (begunMs === nowMs || !mayPlayOut(playing, overAtMs, nowMs));
}

function noteWindows(
  { song, begins }: Report,
  { player, nowMs }: Found,
): { windows: Windows; chargedMs: number } {
  const windows = toWindows(player, nowMs);
  if (song === null) return { windows, chargedMs: 0 };
  const { videoId, positionSeconds } = song;
  const sinceMs = player?.reported_at?.getTime() ?? null;
  const isFirst = begins || positionSeconds === 0;
  const noted = noteReport(windows, { videoId, positionSeconds, begins: isFirst, nowMs, sinceMs });
  return { windows: noted.state, chargedMs: noted.chargedMs };
}

/** Counts what no device has counted yet, and returns its seconds. */
async function countIntervals(
  trx: Trx,
  nest: NestViewer,
  { rule, recent, nowMs, player }: Found,
  { song, begins, chargedMs, before }: Report & { chargedMs: number; before: TimeState },
): Promise<number> {
  const sinceMs = player?.nest_id === nest.nestId ? (player.reported_at?.getTime() ?? null) : null;
  const played = countedInterval({ nowMs, sinceMs, begins: begins || song?.positionSeconds === 0 });
  const charged: Interval[] = chargedMs > 0 ? [[nowMs - chargedMs, nowMs]] : [];
  let [union, seconds] = [recent, 0];
  for (const interval of [...(played ? [played] : []), ...charged]) {
    const result = addInterval(union, interval);
    union = result.recent;
    const parts = result.added.flatMap(([start, end]) => splitAtMidnight(start, end, rule.zone));
    await store.addSeconds(trx, nest.nestId, parts, {
      isAfter: before.overAtMs !== null,
      minutes: rule.minutes,
    });
    seconds += parts.reduce((sum, { startMs, endMs }) => sum + (endMs - startMs) / 1000, 0);
  }
  if (seconds > 0) await store.saveClock(trx, nest.nestId, union);
  return seconds;
}

/** Returns the windows of a device. */
export function toWindows(player: store.PlayerRow | undefined, nowMs: number): Windows {
  if (!player) return firstWindows(nowMs);
  return {
    windows: player.windows,
    spareAtMs: player.spare_at?.getTime() ?? null,
    grantedAtMs: player.granted_at?.getTime() ?? null,
    creditSeconds: player.credit_seconds,
  };
}

/** Returns the columns of the windows of a device. */
export function toRow(
  { windows, spareAtMs, grantedAtMs, creditSeconds }: Windows,
  { nestId }: NestViewer,
  sessionId: string,
): Pick<
  store.PlayerRow,
  'session_id' | 'nest_id' | 'windows' | 'spare_at' | 'granted_at' | 'credit_seconds'
> {
  return {
    ...{ session_id: sessionId, nest_id: nestId, windows: [...windows], credit_seconds: creditSeconds },
    spare_at: spareAtMs === null ? null : new Date(spareAtMs),
    granted_at: grantedAtMs === null ? null : new Date(grantedAtMs),
  };
}

/** Gives a nest more time today, and returns what is left. Throws NEST_NOT_FOUND without a rule. */
export async function giveTime(db: Db, nest: NestViewer, minutes: number): Promise<catalog.NestTime> {
  await db.transaction().execute(async (trx) => {
    const rule = (await claimNest(trx, nest)) ? await findRule(trx, nest.ruleId, nest.ownerId) : undefined;
    if (!rule) throw new AppError('NEST_NOT_FOUND');
    await store.lockClock(trx, nest.nestId);
    const nowMs = await store.readClock(trx);
    const day = await store.findToday(trx, nest, rule, nowMs);
    const { leftSeconds } = toTimeState(store.toTimeRule(rule), day, nowMs, null).time;
    // What is left stays: shortly before the hours end, they end that much later.
    const untilMs = nowMs + Math.round((leftSeconds ?? 0) * 1000) + minutes * 60_000;
    await store.addExtra(trx, nest.nestId, { day: toLocal(nowMs, rule.zone).day, minutes, untilMs });
  });
  return showTime(db, nest);
}
