import { catalog } from '@larksong/contracts';

import type { NestWindow } from '../../db/nest-tables.ts';

/** The segments that a device may load: without reports no more than the next minute. */
export interface Windows {
  windows: readonly NestWindow[];
  /** From when on it may begin another window, in milliseconds since 1970; null until a report. */
  spareAtMs: number | null;
  /** When its last window began; null before the first. */
  grantedAtMs: number | null;
  /** Seconds of playing that no window has been extended for. */
  creditSeconds: number;
}

const MINUTE_SECONDS = 60;
/** Songs between which a child goes back and forth. */
const MAX_WINDOWS = 3;
/** The seconds of playing that a further minute costs. */
const PRICE_SECONDS = 5;
const MAX_REPORT_SECONDS = 15;

/** Returns those of a device that has reported nothing: it may begin one window. */
export function firstWindows(nowMs: number): Windows {
  return { windows: [], spareAtMs: nowMs, grantedAtMs: null, creditSeconds: 0 };
}

const segmentAt = (seconds: number) => Math.floor(seconds / catalog.SEGMENT_SECONDS);

/**
 * Returns the window of a device for a segment, and begins one if it has none and may. Returns its last window of
 * the song if the segment is in none, and undefined without any.
 */
export function permit(
  state: Windows,
  { videoId, segment, nowMs }: { videoId: string; segment: number; nowMs: number },
): { state: Windows; window: NestWindow | undefined } {
  const own = state.windows.filter((each) => each.videoId === videoId);
  const known = own.find(({ from, until }) => segment >= from && segment < until);
  if (known || state.spareAtMs === null || state.spareAtMs > nowMs)
    return { state, window: known ?? own.at(-1) };
  // Sound and picture do not begin at the same segment after every seek. It is a part of the minute.
  const from = Math.max(0, segment - 1);
  const window = { videoId, from, until: from + MINUTE_SECONDS / catalog.SEGMENT_SECONDS };
  const windows = [...state.windows, window].slice(-MAX_WINDOWS);
  return { state: { windows, spareAtMs: null, grantedAtMs: nowMs, creditSeconds: 0 }, window };
}

export interface PlayReport {
  videoId: string;
  positionSeconds: number;
  begins: boolean;
  nowMs: number;
  /** When the device reported last; null if it has not. */
  sinceMs: number | null;
}

/**
 * Notes a report. Playing for five seconds extends the window to a minute from the position, and permits another one. A
 * report outside of all windows, as of a song that was opened or of a seek, also permits one, five seconds after the last
 * began: these seconds then count, so that nobody gets songs for opening them.
 */
export function noteReport(state: Windows, report: PlayReport): { state: Windows; chargedMs: number } {
  const { videoId, positionSeconds, nowMs } = report;
  const segment = segmentAt(positionSeconds);
  // One that waits for the next segment is at the end of its window.
  const index = state.windows.findLastIndex(
    (each) => each.videoId === videoId && segment >= each.from && segment <= each.until,
  );
  if (index >= 0) return { state: extend(state, index, report), chargedMs: 0 };
  if (state.spareAtMs !== null) return { state, chargedMs: 0 };
  const grantedAtMs = state.grantedAtMs ?? nowMs;
  const spareAtMs = Math.max(nowMs, grantedAtMs + PRICE_SECONDS * 1000);
  return {
    state: { ...state, spareAtMs },
    chargedMs: Math.min(PRICE_SECONDS * 1000, Math.max(0, nowMs - grantedAtMs)),
  };
}

function extend(state: Windows, index: number, report: PlayReport): Windows {
  const { begins, nowMs, sinceMs, positionSeconds } = report;
  if (begins || sinceMs === null) return state;
  const creditSeconds =
    state.creditSeconds + Math.min(MAX_REPORT_SECONDS, Math.max(0, nowMs - sinceMs) / 1000);
  if (creditSeconds < PRICE_SECONDS) return { ...state, creditSeconds };
  const reach = Math.ceil((positionSeconds + MINUTE_SECONDS) / catalog.SEGMENT_SECONDS);
  return {
    ...state,
    creditSeconds: 0,
    spareAtMs: Math.min(nowMs, state.spareAtMs ?? nowMs),
    windows: state.windows.map((window, at) =>
      at === index ? { ...window, until: Math.max(window.until, reach) } : window,
    ),
  };
}
