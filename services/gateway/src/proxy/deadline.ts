export interface Deadline {
  /** Starts anew: `expire` is called unless set or cleared again within `afterMs`. */
  set(afterMs: number, expire: () => void): void;
  /** Starts the same time anew. */
  touch(): void;
  clear(): void;
}

/** One timer that always stands for what a request waits for at the moment. */
export function createDeadline(): Deadline {
  let timer: NodeJS.Timeout | undefined;
  return {
    set(afterMs, expire) {
      clearTimeout(timer);
      timer = setTimeout(expire, afterMs);
    },
    touch: () => void timer?.refresh(),
    clear: () => clearTimeout(timer),
  };
}
