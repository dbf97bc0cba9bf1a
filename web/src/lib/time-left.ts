/** Returns `about 40 s left`, `about 1 min 40 s left`, `about 12 min left`, `about 2 h 5 min left`. */
export function formatTimeLeft(seconds: number): string {
  return `about ${formatSpan(seconds)} left`;
}

/** Returns a rounded length of time: `40 s`, `1 min 40 s`, `12 min`, `2 h 5 min`; at least one second. */
export function formatSpan(spanSeconds: number): string {
  const seconds = Math.max(0, spanSeconds);
  if (seconds < 55) return `${Math.max(1, roundTo(seconds, seconds < 20 ? 1 : 5))} s`;
  if (seconds < 595) return toPair(roundTo(seconds, 10), { large: 'min', small: 's' });
  const minutes = Math.round(seconds / 60);
  return minutes < 60 ? `${minutes} min` : toPair(roundTo(minutes, 5), { large: 'h', small: 'min' });
}

function toPair(count: number, unit: { large: string; small: string }): string {
  const rest = count % 60;
  return `${Math.floor(count / 60)} ${unit.large}${rest === 0 ? '' : ` ${rest} ${unit.small}`}`;
}

function roundTo(value: number, step: number): number {
  return Math.round(value / step) * step;
}
