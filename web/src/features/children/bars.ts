import type { catalog } from '@larksong/contracts';

export interface Bar {
  day: string;
  /** Whole minutes: a day on which anything was counted has at least one. */
  minutes: number;
  /** With what was given in addition; null for a day without a limit. */
  limit: number | null;
}

/** The scale is at least this high, so that a few minutes do not look like a whole day. */
const LEAST_MINUTES = 30;

/** Returns what the bars of days show, and the number of minutes that is as high as all of them. */
export function toBars(days: readonly catalog.NestDay[]): { bars: Bar[]; most: number } {
  const bars = days.map(({ day, seconds, limitMinutes, extraMinutes }) => ({
    day,
    minutes: seconds > 0 ? Math.max(1, Math.round(seconds / 60)) : 0,
    limit: limitMinutes === null ? null : limitMinutes + extraMinutes,
  }));
  const heights = bars.flatMap(({ minutes, limit }) => [minutes, limit ?? 0]);
  return { bars, most: Math.max(LEAST_MINUTES, ...heights) };
}
