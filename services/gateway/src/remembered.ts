export interface Remembered<T> {
  /** Returns the answer, or the last known one if the service is too slow. Never throws. */
  get: () => Promise<T>;
  /** Asks at once, because the answer has just changed; returns when it is known, or the service is too slow. */
  refresh: () => Promise<void>;
}

interface Options<T> {
  ask: (signal: AbortSignal) => Promise<T>;
  /** The answer until there is one. */
  initial: T;
  /** How long an answer is used. */
  maxAgeMs: number;
  /** How long a request waits for the answer. */
  timeoutMs: number;
  /** Called once when the answers stop. */
  onSilent: (error: unknown) => void;
}

/** Time limit for an answer that no request is waiting for. */
const LATE_MS = 5000;

/**
 * Asks another service when a request needs the answer and the last one is too old; simultaneous requests share one
 * question. After a failure no request waits: it keeps asking in the background until it gets an answer.
 */
export function createRemembered<T>(options: Options<T>): Remembered<T> {
  let value = options.initial;
  let askedAt = -Infinity;
  let isSilent = false;
  let underway: Promise<void> | undefined;

  async function ask(): Promise<void> {
    askedAt = performance.now();
    try {
      value = await options.ask(AbortSignal.timeout(LATE_MS));
      isSilent = false;
    } catch (error) {
      if (!isSilent) options.onSilent(error);
      isSilent = true;
    } finally {
      underway = undefined;
    }
  }

  async function get(): Promise<T> {
    if (performance.now() - askedAt >= options.maxAgeMs) underway ??= ask();
    if (underway && !isSilent) {
      const isLate = await Promise.race([underway, pause(options.timeoutMs)]);
      if (isLate && !isSilent) {
        isSilent = true;
        options.onSilent(new Error(`no answer within ${options.timeoutMs} ms`));
      }
    }
    return value;
  }

  return {
    get,
    async refresh() {
      const before = underway; // a question from before the change
      const after = Promise.resolve(before).then(() => (underway ??= ask()));
      await Promise.race([after, pause(options.timeoutMs)]);
    },
  };
}

function pause(ms: number): Promise<true> {
  return new Promise((resolve) => setTimeout(() => resolve(true), ms));
}

/**
 * Returns for how long an answer is used that has just arrived. Its age counts from the question, since what it says may
 * have changed while it was on its way; at least a millisecond, since 0 would mean forever.
 */
export function toRestMs(maxAgeMs: number, askedAt: number): number {
  return Math.max(1, maxAgeMs - (performance.now() - askedAt));
}
