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
  reported: number | null;
  /** Playing time since the last report, up to `observedAtMs`. */
  playedMs: number;
  /** When it was last seen playing, in milliseconds of any clock; null while it is not playing. */
  observedAtMs: number | null;
}

export const NO_REPORTS: Reports = {
  playback: 'paused',
  position: null,
  reported: null,
  playedMs: 0,
  observedAtMs: null,
};

/** The new state after an event, and the position to report, or null for no report. */
export interface Step {
  reports: Reports;
  report: number | null;
}

/** Handles a position from the player. Reports every 10 s of playing and at the end, but not while paused. */
export function observe(
  before: Reports,
  playback: Playback,
  { position, nowMs }: { position: number; nowMs: number },
): Step {
  const seen = { ...before, playback, position, reported: before.reported ?? toReported(position) };
  if (playback === 'paused') return { reports: { ...seen, observedAtMs: null }, report: null };
  if (playback === 'ended') {
    const ended = { ...seen, observedAtMs: null };
    return before.playback === 'playing' ? reportNow(ended, position) : { reports: ended, report: null };
  }
  const playedMs = before.playedMs + (before.observedAtMs === null ? 0 : nowMs - before.observedAtMs);
  const playing = { ...seen, playedMs, observedAtMs: nowMs };
  return playedMs >= REPORT_EVERY_MS ? reportNow(playing, position) : { reports: playing, report: null };
}

/** Handles the page being hidden or left: reports the position, even while paused, unless it was reported already. */
export function leave(before: Reports): Step {
  const { position, reported } = before;
  if (position === null || toReported(position) === reported) return { reports: before, report: null };
  return reportNow(before, position);
}

function reportNow(reports: Reports, position: number): Step {
  const reported = toReported(position);
  return { reports: { ...reports, reported, playedMs: 0 }, report: reported };
}

/** Rounds to a tenth of a second; never 0, which would count as another opening. */
function toReported(position: number): number {
  return Math.max(0.1, Math.round(position * 10) / 10);
}
