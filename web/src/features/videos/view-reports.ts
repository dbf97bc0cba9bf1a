/** Whether a video is playing. */
export type Playback = 'playing' | 'paused' | 'ended';

/** The reporting interval while a video plays (specification section 9). */
const REPORT_EVERY_MS = 10_000;

/** The state of one opening of a video. Positions are in seconds. */
export interface Reports {
  playback: Playback;
  /** The latest position, including seeks while paused; null while none is known. */
  position: number | null;
  /** The position reported last; before any report, the starting position, which needs none. */
  told: number | null;
  /** Playing time since the last report, up to `noticedAtMs`. */
  playedMs: number;
  /** When it was last seen playing, in milliseconds of any clock; null while it is not playing. */
  noticedAtMs: number | null;
}

export const NO_REPORTS: Reports = {
  playback: 'paused',
  position: null,
  told: null,
  playedMs: 0,
  noticedAtMs: null,
};

/** The new state after an event, and the position to report, or null for no report. */
export interface Step {
  reports: Reports;
  tell: number | null;
}

/** Handles a position from the player. Reports every 10 s of playing and at the end, but not while paused. */
export function notice(
  before: Reports,
  playback: Playback,
  { position, nowMs }: { position: number; nowMs: number },
): Step {
  const seen = { ...before, playback, position, told: before.told ?? toTold(position) };
  if (playback === 'paused') return { reports: { ...seen, noticedAtMs: null }, tell: null };
  if (playback === 'ended') {
    const ended = { ...seen, noticedAtMs: null };
    return before.playback === 'playing' ? tellOn(ended, position) : { reports: ended, tell: null };
  }
  const playedMs = before.playedMs + (before.noticedAtMs === null ? 0 : nowMs - before.noticedAtMs);
  const playing = { ...seen, playedMs, noticedAtMs: nowMs };
  return playedMs >= REPORT_EVERY_MS ? tellOn(playing, position) : { reports: playing, tell: null };
}

/** Handles the page being hidden or left: reports the position, even while paused, unless it was reported already. */
export function leave(before: Reports): Step {
  const { position, told } = before;
  if (position === null || toTold(position) === told) return { reports: before, tell: null };
  return tellOn(before, position);
}

function tellOn(reports: Reports, position: number): Step {
  const told = toTold(position);
  return { reports: { ...reports, told, playedMs: 0 }, tell: told };
}

/** Rounds to a tenth of a second; never 0, which would count as another opening. */
function toTold(position: number): number {
  return Math.max(0.1, Math.round(position * 10) / 10);
}
