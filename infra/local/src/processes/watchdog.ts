import { setTimeout as pause } from 'node:timers/promises';

export interface WatchdogRounds {
  /** Pause between two checks. */
  everyMs: number;
  /** An answer that takes longer counts as missed. */
  limitMs: number;
  /** Missed answers in a row after which the process counts as hung. */
  misses: number;
}

/** Asks a process whether it is alive. Only silence is a sign of a hang; a refusal of any kind is an answer. */
export interface Watchdog extends WatchdogRounds {
  /** Returns false if there is no answer; the signal is aborted at the limit. */
  isAlive: (signal: AbortSignal) => Promise<boolean>;
}

/**
 * Resolves with the length of the silence, in milliseconds, once a process counts as hung; with undefined when
 * `ended` is aborted. Counts its own rounds, so the time in which this process itself was paused, such as while a
 * laptop sleeps, does not count as silence.
 */
export async function untilHung(watchdog: Watchdog, ended: AbortSignal): Promise<number | undefined> {
  const { everyMs, limitMs, misses } = watchdog;
  let missed = 0;
  let answeredAt = performance.now();
  while (!ended.aborted && missed < misses) {
    await pause(everyMs, undefined, { signal: ended }).catch(() => undefined);
    const askedAt = performance.now();
    const isAlive = await isAliveWithin(watchdog);
    const now = performance.now();
    if (now - askedAt > 2 * limitMs) continue; // this process was held up itself
    missed = isAlive ? 0 : missed + 1;
    if (isAlive) answeredAt = now;
  }
  return ended.aborted ? undefined : performance.now() - answeredAt;
}

function isAliveWithin({ isAlive, limitMs }: Watchdog): Promise<boolean> {
  const limit = AbortSignal.timeout(limitMs);
  const passed = new Promise<boolean>((resolve) => {
    limit.addEventListener('abort', () => resolve(false));
  });
  return Promise.race([isAlive(limit), passed]);
}

/** Returns whether an HTTP server answers, even with a refusal or a closed connection; false if nothing listens. */
export async function answersHttp(url: string, signal: AbortSignal): Promise<boolean> {
  try {
    const response = await fetch(url, { signal });
    await response.body?.cancel();
    return true;
  } catch (error) {
    const cause = error instanceof Error ? error.cause : undefined;
    const isRefused = cause instanceof Error && 'code' in cause && cause.code === 'ECONNREFUSED';
    return !signal.aborted && !isRefused;
  }
}
