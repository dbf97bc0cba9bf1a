/** Timers of the page. They outlive this module, see fresh-modules.ts. */
const TIMERS = Symbol.for('larksong.page-timers');
const shared = globalThis as typeof globalThis & { [TIMERS]?: Set<NodeJS.Timeout> }; // set below

/** Records the timers that the code of a page starts, for `closePage`. */
export function recordTimers(): void {
  if (shared[TIMERS]) return;
  const timers = new Set<NodeJS.Timeout>();
  shared[TIMERS] = timers;
  const recorded =
    <Start extends typeof setTimeout | typeof setInterval>(start: Start) =>
    (...args: Parameters<Start>) => {
      const timer = (start as (...of: Parameters<Start>) => NodeJS.Timeout)(...args);
      timers.add(timer);
      return timer;
    };
  globalThis.setTimeout = Object.assign(recorded(setTimeout), setTimeout);
  globalThis.setInterval = Object.assign(recorded(setInterval), setInterval);
}

/**
 * Ends the calls and timers of the page, as closing a tab does. The page of the next test file is the same one, at the
 * address of another site: whatever still waits for its turn would reach that site.
 */
export async function closePage(): Promise<void> {
  const { happyDOM } = window as unknown as { happyDOM: { abort: () => Promise<void> } }; // see vitest.config.ts
  clearTimers();
  await happyDOM.abort();
  // A call that has just failed may wait for another attempt.
  await new Promise(setImmediate);
  clearTimers();
}

function clearTimers(): void {
  for (const timer of shared[TIMERS] ?? []) clearTimeout(timer);
  shared[TIMERS]?.clear();
}
