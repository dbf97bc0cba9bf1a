/** A shared/exclusive lock for the work of one process. */
export interface WorkLock {
  /** Runs work alongside other shared work; waits while exclusive work runs or waits. */
  shared<T>(work: () => Promise<T>): Promise<T>;
  /** Runs work once nothing else runs, and lets nothing else start until it has ended. */
  exclusive<T>(work: () => Promise<T>): Promise<T>;
}

/** Returns a free lock. Work that rejects releases it. */
export function createWorkLock(): WorkLock {
  const waiting: (() => void)[] = [];
  let shared = 0;
  let exclusive = 0; // running or waiting
  let isExclusive = false;

  function wakeAll(): void {
    for (const wake of waiting.splice(0)) wake();
  }

  function change(): Promise<void> {
    return new Promise((resolve) => waiting.push(resolve));
  }

  return {
    async shared(work) {
      while (exclusive > 0) await change();
      shared += 1;
      try {
        return await work();
      } finally {
        shared -= 1;
        wakeAll();
      }
    },
    async exclusive(work) {
      exclusive += 1;
      try {
        while (shared > 0 || isExclusive) await change();
        isExclusive = true;
        return await work().finally(() => (isExclusive = false));
      } finally {
        exclusive -= 1;
        wakeAll();
      }
    },
  };
}
