/** Work of one process that runs side by side, unless some of it must run alone. */
export interface Company {
  /** Runs work beside other work; waits while something runs alone, or wants to. */
  together<T>(work: () => Promise<T>): Promise<T>;
  /** Runs work once nothing else runs, and lets nothing begin meanwhile. */
  alone<T>(work: () => Promise<T>): Promise<T>;
}

export function createCompany(): Company {
  const waiting: (() => void)[] = [];
  let together = 0;
  let loners = 0;
  let isTaken = false;

  function wakeAll(): void {
    for (const wake of waiting.splice(0)) wake();
  }

  function change(): Promise<void> {
    return new Promise((resolve) => waiting.push(resolve));
  }

  return {
    async together(work) {
      while (loners > 0) await change();
      together += 1;
      try {
        return await work();
      } finally {
        together -= 1;
        wakeAll();
      }
    },
    async alone(work) {
      loners += 1;
      try {
        while (together > 0 || isTaken) await change();
        isTaken = true;
        return await work().finally(() => (isTaken = false));
      } finally {
        loners -= 1;
        wakeAll();
      }
    },
  };
}
