import { text } from './texts.ts';

/** Returns `about 40 s left`, `about 1 min 40 s left`, `about 12 min left`, `about 2 h 5 min left`. */
export function formatTimeLeft(seconds: number): string {
  return text('span.left', { span: formatSpan(seconds) });
}

/** Returns a rounded length of time: `40 s`, `1 min 40 s`, `12 min`, `2 h 5 min`; at least one second. */
export function formatSpan(spanSeconds: number): string {
  const seconds = Math.max(0, spanSeconds);
  if (seconds < 55)
    return text('span.seconds', { seconds: Math.max(1, roundTo(seconds, seconds < 20 ? 1 : 5)) });
  if (seconds < 595) {
    const whole = roundTo(seconds, 10);
    return whole % 60 === 0
      ? text('span.minutes', { minutes: whole / 60 })
      : text('span.minutes-seconds', { minutes: Math.floor(whole / 60), seconds: whole % 60 });
  }
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return text('span.minutes', { minutes });
  const whole = roundTo(minutes, 5);
  return whole % 60 === 0
    ? text('span.hours', { hours: whole / 60 })
    : text('span.hours-minutes', { hours: Math.floor(whole / 60), minutes: whole % 60 });
}

function roundTo(value: number, step: number): number {
  return Math.round(value / step) * step;
}
