/** What is reported about a song that plays in a nest. */
export interface Report {
  seconds: number;
  /** It did not play before: nothing counts yet. */
  begins: boolean;
}

/** What was reported last. */
export interface Reports {
  isPlaying: boolean;
  seconds: number;
  atMs: number;
}

export interface Step {
  reports: Reports;
  report: Report | null;
}

/** The server counts at most 15 s for a report. */
const EVERY_MS = 10_000;

export const FIRST_REPORTS: Reports = { isPlaying: false, seconds: 0, atMs: 0 };

/** Returns what to report: that it plays (again), every ten seconds that it plays, and that it stopped. */
export function observe(
  reports: Reports,
  playback: 'playing' | 'paused' | 'ended',
  { seconds, nowMs }: { seconds: number; nowMs: number },
): Step {
  const isPlaying = playback === 'playing';
  const isDue = reports.isPlaying !== isPlaying || (isPlaying && nowMs - reports.atMs >= EVERY_MS);
  if (!isDue) return { reports: { ...reports, seconds }, report: null };
  const begins = isPlaying && !reports.isPlaying;
  return { reports: { isPlaying, seconds, atMs: nowMs }, report: { seconds, begins } };
}

/** Returns what to report when the page is left. */
export function leave(reports: Reports): Step {
  const report = reports.isPlaying ? { seconds: reports.seconds, begins: false } : null;
  return { reports: { ...reports, isPlaying: false }, report };
}
