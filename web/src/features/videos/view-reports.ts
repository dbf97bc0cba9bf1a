/** Whether a video moves at the moment. */
export type Playback = 'playing' | 'paused' | 'ended';

/** How often the position is told while it plays (specification section 9). */
const REPORT_EVERY_MS = 10_000;

/** What is known of one opening of a video. Positions in seconds. */
export interface Reports {
  playback: Playback;
  /** The latest one, also of a seek while it is paused; null while none is known. */
  position: number | null;
  /** The one told last; before any was, the one that it began with, which is no news. */
  told: number | null;
  /** Time played since the last report, up to `noticedAtMs`. */
  playedMs: number;
  /** When it was last noticed to play, in milliseconds of any clock; null while it does not. */
  noticedAtMs: number | null;
}

export const NO_REPORTS: Reports = {
  playback: 'paused',
  position: null,
  told: null,
  playedMs: 0,
  noticedAtMs: null,
};

/** What to remember after something was noticed, and the position to tell, or null for nothing to tell. */
export interface Step {
  reports: Reports;
  tell: number | null;
}

/** The player told where it is: told on after every 10 s of playing and at the end, not while it is paused. */
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

/** The page hides or is left: where it is is told, paused or not, unless that is known already. */
export function leave(before: Reports): Step {
  const { position, told } = before;
  if (position === null || toTold(position) === told) return { reports: before, tell: null };
  return tellOn(before, position);
}

function tellOn(reports: Reports, position: number): Step {
  const told = toTold(position);
  return { reports: { ...reports, told, playedMs: 0 }, tell: told };
}

/** To a tenth of a second; never 0, which would be told as another opening. */
function toTold(position: number): number {
  return Math.max(0.1, Math.round(position * 10) / 10);
}
