import { countInUnitOf, formatBytes, formatBytesPerSecond } from '../../lib/bytes.ts';
import { text } from '../../lib/texts.ts';
import { formatTimeLeft } from '../../lib/time-left.ts';

const WINDOW_MS = 5_000;
const TIME_LEFT_AFTER_MS = 3_000;

/** The bytes sent by a certain time (milliseconds of a monotonic clock). */
interface Sample {
  atMs: number;
  sentBytes: number;
}

export interface UploadProgress {
  totalBytes: number;
  /** When sending started, or resumed after an interruption. */
  startedAtMs: number;
  /** The newest is last; the first is the last one at least 5 s old, or the start. */
  samples: readonly Sample[];
}

/** `sentBytes` includes bytes sent by an earlier upload. */
export function startProgress(totalBytes: number, atMs: number, sentBytes = 0): UploadProgress {
  return { totalBytes, startedAtMs: atMs, samples: [{ atMs, sentBytes }] };
}

/** Adds a sample. A loss (a part that must be sent again) restarts the speed measurement. */
export function addSample(progress: UploadProgress, sample: Sample): UploadProgress {
  if (sample.sentBytes < (progress.samples.at(-1)?.sentBytes ?? 0))
    return startProgress(progress.totalBytes, sample.atMs, sample.sentBytes);
  const samples = [...progress.samples, sample];
  const first = samples.findLastIndex((one) => one.atMs <= sample.atMs - WINDOW_MS);
  return { ...progress, samples: samples.slice(Math.max(0, first)) };
}

/** Restarts the measurement after an interruption: earlier samples say nothing about the present speed. */
export function resumeProgress(progress: UploadProgress, atMs: number): UploadProgress {
  return startProgress(progress.totalBytes, atMs, getSentBytes(progress));
}

/** Returns the bytes sent so far, never more than the total. */
export function getSentBytes(progress: UploadProgress): number {
  return Math.min(progress.totalBytes, progress.samples.at(-1)?.sentBytes ?? 0);
}

/** Returns the bytes per second over the last 5 s; null while nothing has moved. */
export function getSpeed(progress: UploadProgress): number | null {
  const first = progress.samples[0];
  const last = progress.samples.at(-1);
  if (first === undefined || last === undefined || last.atMs <= first.atMs) return null;
  const speed = ((last.sentBytes - first.sentBytes) / (last.atMs - first.atMs)) * 1000;
  return speed > 0 ? speed : null;
}

/** Returns `12.4 of 310 MB`, both in the unit of the total. */
export function toAmountText(sentBytes: number, totalBytes: number): string {
  return text('progress.amount', {
    sent: countInUnitOf(totalBytes, sentBytes),
    total: formatBytes(totalBytes),
  });
}

/** Returns `3.1 MB/s, about 1 min 40 s left`; the time appears after 3 s, since it would fluctuate before. */
export function toPaceText(progress: UploadProgress): string {
  const speed = getSpeed(progress);
  const last = progress.samples.at(-1);
  if (speed === null || last === undefined) return '';
  const pace = formatBytesPerSecond(speed);
  const rest = progress.totalBytes - last.sentBytes;
  if (rest <= 0 || last.atMs - progress.startedAtMs < TIME_LEFT_AFTER_MS) return pace;
  return text('progress.pace', { pace, left: formatTimeLeft(rest / speed) });
}
