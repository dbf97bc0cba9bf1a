import { setTimeout as pause } from 'node:timers/promises';

import { timeWait } from '@larksong/service-kit/testing/waits';

/** Pauses between two polls: short ones first, since most conditions are true soon, and a call costs processor time. */
const FIRST_PAUSE_MS = 50;
const LONGEST_PAUSE_MS = 400;

/** Polls until a condition is true. Returns the seconds that this took; throws after `withinSeconds`. */
export async function until(
  isSo: () => Promise<boolean>,
  { what, withinSeconds, everyMs }: { what: string; withinSeconds: number; everyMs?: number },
): Promise<number> {
  const startedAt = performance.now();
  const elapsedSeconds = () => (performance.now() - startedAt) / 1000;
  return timeWait(what, async () => {
    for (let pauseMs = everyMs ?? FIRST_PAUSE_MS; !(await isSo()); await pause(pauseMs)) {
      if (elapsedSeconds() > withinSeconds) throw new Error(`${what}: not within ${withinSeconds} s`);
      if (everyMs === undefined) pauseMs = Math.min(1.25 * pauseMs, LONGEST_PAUSE_MS);
    }
    return elapsedSeconds();
  });
}
