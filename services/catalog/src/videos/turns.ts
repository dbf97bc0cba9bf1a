export interface Turns {
  /** Runs `work` once everything that took a turn of the same name before has ended; gives what it gives. */
  take: <T>(name: string, work: () => Promise<T>) => Promise<T>;
}

/**
 * Lets work of one name run one after another within this process. What waits for the same row of the database waits
 * here, where it holds none of the few connections that everything else needs.
 */
export function createTurns(): Turns {
  const last = new Map<string, Promise<void>>();
  return {
    async take(name, work) {
      const before = last.get(name) ?? Promise.resolve();
      const { promise: ended, resolve: end } = Promise.withResolvers<void>();
      const turn = before.then(() => ended);
      last.set(name, turn);
      await before;
      try {
        return await work();
      } finally {
        end();
        if (last.get(name) === turn) last.delete(name);
      }
    },
  };
}
