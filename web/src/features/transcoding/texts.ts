import type { FailureCode } from '@larksong/contracts';

import { formatSpan } from '../../lib/time-left.ts';

const CLOCK = new Intl.DateTimeFormat('en-GB', { hour: 'numeric', minute: '2-digit', hourCycle: 'h23' });
const DAY = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long' });
const YEAR = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric' });
const DAY_MS = 86_400_000;

/** Formats a recent time in the reader's time zone: `today, 9:12`, `yesterday, 16:30`, `4 September, 8:05`. */
export function formatMoment(iso: string, now: Date = new Date()): string {
  const moment = new Date(iso);
  const time = CLOCK.format(moment);
  if (isSameDay(moment, now)) return `today, ${time}`;
  if (isSameDay(moment, new Date(now.getTime() - DAY_MS))) return `yesterday, ${time}`;
  const day = moment.getFullYear() === now.getFullYear() ? DAY : YEAR;
  return `${day.format(moment)}, ${time}`;
}

/** Formats the time of a day in the reader's time zone: `9:12`. */
export function formatClock(iso: string): string {
  return CLOCK.format(new Date(iso));
}

function isSameDay(one: Date, other: Date): boolean {
  return YEAR.format(one) === YEAR.format(other);
}

/** Returns `Waiting, 4th in line, about 3 min`; without a time while none can be estimated. */
export function describeWaiting(video: { queuePosition: number | null; secondsLeft: number | null }): string {
  const { queuePosition, secondsLeft } = video;
  return [
    'Waiting',
    ...(queuePosition === null ? [] : [`${toOrdinal(queuePosition)} in line`]),
    ...(secondsLeft === null ? [] : [`about ${formatRoughSpan(secondsLeft)}`]),
  ].join(', ');
}

/** Returns `22 more waiting, about 14 min`; without a time while none can be estimated for each of them. */
export function toRest(videos: readonly { secondsLeft: number | null }[]): string {
  const waits = videos.flatMap(({ secondsLeft }) => secondsLeft ?? []);
  const more = `${videos.length} more waiting`;
  return waits.length < videos.length ? more : `${more}, about ${formatRoughSpan(Math.max(...waits))}`;
}

function toOrdinal(count: number): string {
  const rules = new Intl.PluralRules('en', { type: 'ordinal' });
  const endings: Record<string, string> = { one: 'st', two: 'nd', few: 'rd' };
  return `${count}${endings[rules.select(count)] ?? 'th'}`;
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
    ...(of.attempt > 1 ? [`Attempt ${of.attempt}`] : []),
    ...(of.failureCount > 0 ? [`${of.failureCount} failed ${of.failureCount === 1 ? 'try' : 'tries'}`] : []),
    ...(of.lostWorkerCount > 0 ? [`${of.lostWorkerCount} lost ${toWorkers(of.lostWorkerCount)}`] : []),
  ];
}

/** Returns `worker` or `workers`. */
export function toWorkers(count: number): string {
  return count === 1 ? 'worker' : 'workers';
}

/** Headings of the groups of failed videos. */
export const FAILURE_GROUPS: Record<FailureCode, string> = {
  'not-a-video': 'Not a video',
  unsupported: 'Unsupported format',
  'cut-off': 'Cut off',
  damaged: 'Damaged file',
  'too-large': 'Too large',
  crash: 'Crashed the converter',
  storage: 'Storage problem',
  worker: 'Worker problem',
  cancelled: 'Cancelled',
  other: 'Other causes',
};

/** Returns a share of 0 to 1 as whole percent, rounded down: 100 % means done. */
export function toPercent(share: number): number {
  return Math.max(0, Math.min(100, Math.floor(share * 100 + 1e-9)));
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
  return `${speed < 10 ? speed.toFixed(1) : Math.round(speed)}×`;
}
