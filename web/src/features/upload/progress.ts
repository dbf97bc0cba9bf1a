import { formatBytes } from '../../lib/format.ts';
import { formatTimeLeft } from '../../lib/time-left.ts';

const WINDOW_MS = 5_000;
const TIME_LEFT_AFTER_MS = 3_000;

/** So many bytes had been sent at that time (milliseconds on any clock that only goes forward). */
interface Sample {
  atMs: number;
  sentBytes: number;
}

export interface UploadProgress {
  totalBytes: number;
  /** When sending began, or went on after it had stood still. */
  startedAtMs: number;
  /** The newest last; the first is the last one that is at least 5 s old, or the start. */
  samples: readonly Sample[];
}

/** `sentBytes` are there already when an earlier upload goes on. */
export function startProgress(totalBytes: number, atMs: number, sentBytes = 0): UploadProgress {
  return { totalBytes, startedAtMs: atMs, samples: [{ atMs, sentBytes }] };
}

/** Adds how far it is. What is lost (a part that has to be sent again) begins a new measurement of the speed. */
export function addSample(progress: UploadProgress, sample: Sample): UploadProgress {
  if (sample.sentBytes < (progress.samples.at(-1)?.sentBytes ?? 0))
    return startProgress(progress.totalBytes, sample.atMs, sample.sentBytes);
  const samples = [...progress.samples, sample];
  const first = samples.findLastIndex((one) => one.atMs <= sample.atMs - WINDOW_MS);
  return { ...progress, samples: samples.slice(Math.max(0, first)) };
}

/** The connection was away: what was measured before says nothing about now. */
export function resumeProgress(progress: UploadProgress, atMs: number): UploadProgress {
  return startProgress(progress.totalBytes, atMs, getSentBytes(progress));
}

export function getSentBytes(progress: UploadProgress): number {
  return Math.min(progress.totalBytes, progress.samples.at(-1)?.sentBytes ?? 0);
}

/** Bytes per second over the last 5 s; null while nothing has moved. */
export function getSpeed(progress: UploadProgress): number | null {
  const first = progress.samples[0];
  const last = progress.samples.at(-1);
  if (first === undefined || last === undefined || last.atMs <= first.atMs) return null;
  const speed = ((last.sentBytes - first.sentBytes) / (last.atMs - first.atMs)) * 1000;
  return speed > 0 ? speed : null;
}

/** `12.4 of 310 MB`: both in the unit of the total. */
export function toAmountText(sentBytes: number, totalBytes: number): string {
  const total = formatBytes(totalBytes);
  const unit = total.slice(total.indexOf(' ') + 1);
  const size = { B: 1, kB: 1e3, MB: 1e6, GB: 1e9, TB: 1e12 }[unit] ?? 1;
  const sent = sentBytes / size;
  return `${sent < 99.95 ? Math.round(sent * 10) / 10 : Math.round(sent)} of ${total}`;
}

/** `3.1 MB/s, about 1 min 40 s left`; the time only after 3 s, before that it would jump about. */
export function toPaceText(progress: UploadProgress): string {
  const speed = getSpeed(progress);
  const last = progress.samples.at(-1);
  if (speed === null || last === undefined) return '';
  const pace = `${formatBytes(speed)}/s`;
  const rest = progress.totalBytes - last.sentBytes;
  if (rest <= 0 || last.atMs - progress.startedAtMs < TIME_LEFT_AFTER_MS) return pace;
  return `${pace}, ${formatTimeLeft(rest / speed)}`;
}
