export interface SlotLimits {
  /** Total number of slots. */
  total: number;
  /** Maximum number of slots of one key, while enough are free. */
  perKey: number;
}

export interface Slots {
  /** Returns the function that releases a slot for `key`, or undefined if it has to wait for one. */
  take: (key: string) => (() => void) | undefined;
  /**
   * Resolves once `key` holds a slot, which it keeps until `signal` is aborted. Rejects with the signal's reason if that
   * happens first.
   */
  hold: (key: string, signal: AbortSignal) => Promise<void>;
}

/**
 * Limits concurrency by key. A key may never hold more slots than are still free, so that a few greedy keys always leave
 * some for the next (dynamic thresholds, Choudhury and Hahne 1998). Waiting keys are served in turn.
 */
export function createSlots({ total, perKey }: SlotLimits): Slots {
  const held = new Map<string, number>();
  const lines = createLines();
  let free = total;

  const hasRoom = (key: string) => (held.get(key) ?? 0) < Math.min(perKey, free);

  function grant(key: string): () => void {
    free -= 1;
    held.set(key, (held.get(key) ?? 0) + 1);
    return () => release(key);
  }

  function take(key: string): (() => void) | undefined {
    return !lines.has(key) && hasRoom(key) ? grant(key) : undefined;
  }

  function release(key: string): void {
    free += 1;
    const left = (held.get(key) ?? 0) - 1;
    if (left > 0) held.set(key, left);
    else held.delete(key);
    lines.callFirst(hasRoom);
  }

  return {
    take,
    async hold(key, signal) {
      signal.throwIfAborted();
      const granted = take(key);
      if (granted) return signal.addEventListener('abort', granted, { once: true });
      await lines.wait(key, signal, () => signal.addEventListener('abort', grant(key), { once: true }));
    },
  };
}

/** Returns the lines in which calls wait for a slot, one for each key. */
function createLines() {
  const waiting = new Map<string, Set<() => void>>();
  return {
    has: (key: string) => waiting.has(key),

    /** Calls the first in the line of the first key that has room. */
    callFirst(hasRoom: (key: string) => boolean): void {
      for (const [key, line] of waiting) {
        if (!hasRoom(key)) continue;
        waiting.delete(key);
        const [first] = line;
        if (first === undefined) return;
        line.delete(first);
        if (line.size > 0) waiting.set(key, line); // behind the others
        first();
        return;
      }
    },

    /** Resolves after `start`, which is called at the head of the line; rejects once `signal` is aborted. */
    async wait(key: string, signal: AbortSignal, start: () => void): Promise<void> {
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      const line = waiting.get(key) ?? new Set();
      const leave = () => {
        line.delete(begin);
        if (line.size === 0) waiting.delete(key);
        reject(signal.reason as Error); // the caller's reason
      };
      const begin = () => {
        signal.removeEventListener('abort', leave);
        start();
        resolve();
      };
      signal.addEventListener('abort', leave, { once: true });
      waiting.set(key, line.add(begin));
      await promise;
    },
  };
}
