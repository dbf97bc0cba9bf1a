/** At most so many pieces of work at once; the others wait in line. */
export interface Slots {
  free(): number;
  /** Runs work in a slot, as soon as one is free. */
  use<T>(work: () => Promise<T>): Promise<T>;
  /** Waits until nothing runs or waits. */
  idle(): Promise<void>;
}

export function createSlots(count: number): Slots {
  const waiting: (() => void)[] = [];
  const idlers: (() => void)[] = [];
  let used = 0;

  function release(): void {
    const next = waiting.shift();
    if (next) next(); // the slot goes straight to the one who has waited longest
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
