/** Whether a video moves at the moment. */
export type Playback = 'playing' | 'paused' | 'ended';

/** How often the position is told while it plays (specification section 9). */
export const REPORT_EVERY_MS = 10_000;

/** What is known of one opening of a video. */
export interface Reports {
  playback: Playback;
  /** The latest position that was played, in seconds; what is told. */
  position: number;
  /** Time played since the last report, up to `noticedAtMs`. */
  playedMs: number;
  /** When it was last noticed to play, in milliseconds of any clock; null while it does not. */
  noticedAtMs: number | null;
}

export const NO_REPORTS: Reports = { playback: 'paused', position: 0, playedMs: 0, noticedAtMs: null };

/** What to remember after something was noticed, and the position to tell, or null for nothing to tell. */
export interface Step {
  reports: Reports;
  tell: number | null;
}

/** The player told where it is: told on after every 10 s of playing and at the end, never while it is paused. */
export function notice(
  before: Reports,
  playback: Playback,
  { position, nowMs }: { position: number; nowMs: number },
): Step {
  if (playback === 'paused') return { reports: { ...before, playback, noticedAtMs: null }, tell: null };
  if (playback === 'ended') {
    const hasJustEnded = before.playback === 'playing';
    const reports = { playback, position, playedMs: 0, noticedAtMs: null };
    return { reports, tell: hasJustEnded ? position : null };
  }
  const playedMs = before.playedMs + (before.noticedAtMs === null ? 0 : nowMs - before.noticedAtMs);
  const isDue = playedMs >= REPORT_EVERY_MS;
  return {
    reports: { playback, position, playedMs: isDue ? 0 : playedMs, noticedAtMs: nowMs },
    tell: isDue ? position : null,
  };
}

/** The page hides or is left: what was played since the last report is told, unless it is paused. */
export function leave(before: Reports): Step {
  if (before.playback !== 'playing' || before.playedMs === 0) return { reports: before, tell: null };
  return { reports: { ...before, playedMs: 0 }, tell: before.position };
}
