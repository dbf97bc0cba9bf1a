export interface KeyedMutex {
  /** Runs `work` after all earlier work of the same key has ended, and returns its result. */
  run: <T>(key: string, work: () => Promise<T>) => Promise<T>;
}

/**
 * Returns a mutex that runs work of one key sequentially within this process, in the order of the calls. Work on the
 * same database row waits here instead of on one of the few connections.
 */
export function createKeyedMutex(): KeyedMutex {
  const last = new Map<string, Promise<void>>();
  return {
    async run(key, work) {
      const before = last.get(key) ?? Promise.resolve();
      const { promise: ended, resolve: end } = Promise.withResolvers<void>();
      const turn = before.then(() => ended);
      last.set(key, turn);
      await before;
      try {
        return await work();
      } finally {
        end();
        if (last.get(key) === turn) last.delete(key);
      }
    },
  };
}
