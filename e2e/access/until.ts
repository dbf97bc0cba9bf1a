import { setTimeout as pause } from 'node:timers/promises';

/** Asks again and again, and gives the seconds until the answer was yes; throws when that takes too long. */
export async function until(
  isSo: () => Promise<boolean>,
  { what, withinSeconds, everyMs = 100 }: { what: string; withinSeconds: number; everyMs?: number },
): Promise<number> {
  const startedAt = performance.now();
  const elapsedSeconds = () => (performance.now() - startedAt) / 1000;
  while (!(await isSo())) {
    if (elapsedSeconds() > withinSeconds) throw new Error(`${what}: not within ${withinSeconds} s`);
    await pause(everyMs);
  }
  return elapsedSeconds();
}
