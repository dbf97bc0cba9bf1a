export interface Deadline {
  /** Starts the timer: `expire` is called after `afterMs` unless the timer is set or cleared before. */
  set(afterMs: number, expire: () => void): void;
  /** Restarts the timer with the same time. */
  touch(): void;
  clear(): void;
}

/** Returns a timer for the current wait of a request. */
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
