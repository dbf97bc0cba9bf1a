import { setTimeout as pause } from 'node:timers/promises';

import { timeWait } from '@larksong/service-kit/testing/waits';

/** Polls until a condition is true. Returns the seconds that this took; throws after `withinSeconds`. */
export async function until(
  isSo: () => Promise<boolean>,
  { what, withinSeconds, everyMs = 100 }: { what: string; withinSeconds: number; everyMs?: number },
): Promise<number> {
  const startedAt = performance.now();
  const elapsedSeconds = () => (performance.now() - startedAt) / 1000;
  return timeWait(what, async () => {
    while (!(await isSo())) {
      if (elapsedSeconds() > withinSeconds) throw new Error(`${what}: not within ${withinSeconds} s`);
      await pause(everyMs);
    }
    return elapsedSeconds();
  });
}
