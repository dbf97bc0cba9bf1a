import { within } from './within.ts';

export interface KeyedMutex {
  /**
   * Runs `work` after all earlier work of the same key has ended, and returns its result. Rejects with `TooLateError`,
   * without running it, if its turn does not come within the mutex's `waitMs`.
   */
  run: <T>(key: string, work: () => Promise<T>) => Promise<T>;
}

/**
 * Returns a mutex that runs work of one key sequentially within this process, in the order of the calls. Work on the
 * same database row waits here instead of on one of the few connections; without `waitMs`, for as long as it takes.
 */
export function createKeyedMutex({ waitMs }: { waitMs?: number } = {}): KeyedMutex {
  /** The end of the last work of each key. */
  const ends = new Map<string, Promise<void>>();

  /** Removes a key once all its work has ended. Work that ran out of time must not let later work overtake. */
  async function forget(key: string, end: Promise<void>): Promise<void> {
    await end;
    if (ends.get(key) === end) ends.delete(key);
  }

  return {
    async run(key, work) {
      const before = ends.get(key) ?? Promise.resolve();
      const { promise: done, resolve } = Promise.withResolvers<void>();
      const end = before.then(() => done);
      ends.set(key, end);
      void forget(key, end);
      try {
        await (waitMs === undefined ? before : within(waitMs, before));
        return await work();
      } finally {
        resolve();
      }
    },
  };
}
