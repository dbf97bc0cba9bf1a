/** Limits concurrency; further work queues. */
export interface Slots {
  /** Number of free slots. */
  free(): number;
  /** Runs work in a slot as soon as one is free, in the order of the calls. */
  use<T>(work: () => Promise<T>): Promise<T>;
  /** Resolves once nothing is running or queued. */
  idle(): Promise<void>;
}

/** Returns `count` free slots. */
export function createSlots(count: number): Slots {
  const waiting: (() => void)[] = [];
  const idlers: (() => void)[] = [];
  let used = 0;

  function release(): void {
    const next = waiting.shift();
    if (next) next(); // the slot passes straight to the oldest waiter
    else used -= 1;
    if (used === 0) for (const wake of idlers.splice(0)) wake();
  }

  return {
    free: () => count - used,
    async use(work) {
      if (used < count) used += 1;
      else await new Promise<void>((resolve) => waiting.push(resolve));
      try {
        return await work();
      } finally {
        release();
      }
    },
    async idle() {
      if (used > 0) await new Promise<void>((resolve) => idlers.push(resolve));
    },
  };
}
