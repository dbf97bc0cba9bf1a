import { formatNumber, formatPercent } from '../../lib/format.ts';
import { formatDay, formatClock, formatDayOfYear } from '../../lib/moments.ts';
import { text } from '../../lib/texts.ts';
import { formatSpan } from '../../lib/time-left.ts';

const DAY_MS = 86_400_000;

/** Formats a recent time in the reader's time zone: `today, 9:12`, `yesterday, 16:30`, `4 September, 8:05`. */
export function formatMoment(iso: string, now: Date = new Date()): string {
  const moment = new Date(iso);
  const time = formatClock(moment);
  if (isSameDay(moment, now)) return text('moment.today', { time });
  if (isSameDay(moment, new Date(now.getTime() - DAY_MS))) return text('moment.yesterday', { time });
  const isThisYear = moment.getFullYear() === now.getFullYear();
  return text('moment.day', { day: isThisYear ? formatDayOfYear(moment) : formatDay(moment), time });
}

function isSameDay(one: Date, other: Date): boolean {
  return one.toDateString() === other.toDateString();
}

/** Returns `Waiting, 4th in line, about 3 min`; without a time while none can be estimated. */
export function describeWaiting(video: { queuePosition: number | null; secondsLeft: number | null }): string {
  const { queuePosition, secondsLeft } = video;
  if (secondsLeft === null)
    return queuePosition === null
      ? text('jobs.waits')
      : text('jobs.waits-in-line', { position: queuePosition });
  const span = formatRoughSpan(secondsLeft);
  return queuePosition === null
    ? text('jobs.waits-about', { span })
    : text('jobs.waits-in-line-about', { position: queuePosition, span });
}

/** Returns `22 more waiting, about 14 min`; without a time while none can be estimated for each of them. */
export function toRest(videos: readonly { secondsLeft: number | null }[]): string {
  const waits = videos.flatMap(({ secondsLeft }) => secondsLeft ?? []);
  const count = videos.length;
  if (waits.length < count) return text('jobs.more-waiting', { count });
  return text('jobs.more-waiting-about', { count, span: formatRoughSpan(Math.max(...waits)) });
}

/** Whole minutes from one minute on: the turns of other videos make the end of a waiting one uncertain. */
function formatRoughSpan(seconds: number): string {
  return formatSpan(seconds < 55 ? seconds : Math.ceil(seconds / 60) * 60);
}

/** Returns the problems of an attempt, one phrase each. */
export function describeSetbacks(of: {
  attempt: number;
  failureCount: number;
  lostWorkerCount: number;
}): string[] {
  return [
    ...(of.attempt > 1 ? [text('jobs.attempt', { number: of.attempt })] : []),
    ...(of.failureCount > 0 ? [text('jobs.failed-tries', { count: of.failureCount })] : []),
    ...(of.lostWorkerCount > 0 ? [text('jobs.lost-workers', { count: of.lostWorkerCount })] : []),
  ];
}

/** Returns a share of 0 to 1 as whole percent, rounded down: 100 % means done. */
export function toPercent(share: number): number {
  return Math.max(0, Math.min(100, Math.floor(share * 100 + 1e-9)));
}

/** Returns a share of 0 to 1 as `45 %`, rounded down. */
export function formatDone(share: number): string {
  return formatPercent(toPercent(share) / 100);
}

/** Differences below this are due to the order in which files are stored. */
const TOGETHER_SHARE = 0.1;

/** Returns whether all sizes of a video are equally far; also without sizes. */
export function areTogether(rungs: readonly { share: number }[]): boolean {
  const shares = rungs.map(({ share }) => share);
  return shares.length === 0 || Math.max(...shares) - Math.min(...shares) < TOGETHER_SHARE;
}

/** Returns a multiple of real time: `1.8×`. */
export function formatSpeed(speed: number): string {
  const digits = speed < 10 ? 1 : 0;
  const times = formatNumber(speed, {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
    useGrouping: false,
  });
  return text('jobs.speed', { times });
}
