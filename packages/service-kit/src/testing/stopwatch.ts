const TICK_MS = 20;

let stalledMs = 0;
let tickedAt: number | undefined;

/**
 * Starts a stopwatch: the returned function returns the milliseconds since the start, less those in which this process
 * was stalled. Use it for upper limits, which stalls of a busy machine would exceed; for lower limits use
 * `performance.now()`, since a stall may be the wait itself.
 */
export function startStopwatch(): () => number {
  if (tickedAt === undefined) {
    tickedAt = performance.now();
    setInterval(tick, TICK_MS).unref();
  }
  const startedAt = performance.now();
  const stalledBefore = countStalledMs();
  return () => performance.now() - startedAt - (countStalledMs() - stalledBefore);
}

function tick(): void {
  stalledMs = countStalledMs();
  tickedAt = performance.now();
}

/** Includes a stall whose end the timer has not seen yet. */
function countStalledMs(): number {
  const lateMs = performance.now() - (tickedAt ?? 0) - TICK_MS;
  return stalledMs + Math.max(0, lateMs);
}
