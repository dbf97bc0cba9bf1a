import type { Logger } from '../base/logger.ts';

export interface Loop {
  /** Starts the next round now instead of after the pause. */
  poke(): void;
  /** Waits for the running round and starts no other. */
  stop(): Promise<void>;
}

/** Interval of the log lines while rounds keep failing. */
const WARN_EVERY_MS = 60_000;

interface LoopOptions {
  name: string;
  everyMs: number;
  logger: Logger;
  round: (signal: AbortSignal) => Promise<void>;
  /** Called after each round. */
  onRound?: (succeeded: boolean) => void;
}

/**
 * Runs `round` repeatedly, with a pause between the end of one round and the start of the next. Failures are logged. The
 * signal is aborted when the loop stops, for rounds that can end early.
 */
export function startLoop(options: LoopOptions): Loop {
  const stopped = new AbortController();
  const note = createFailureLog(options);
  const pause = createPause(options.everyMs);
  let poked = false;

  async function run(): Promise<void> {
    while (!stopped.signal.aborted) {
      poked = false;
      try {
        await options.round(stopped.signal);
        note.success();
        options.onRound?.(true);
      } catch (error) {
        note.failure(error);
        options.onRound?.(false);
      }
      if (!stopped.signal.aborted && !poked) await pause.begin();
    }
  }

  const running = run();
  return {
    poke() {
      poked = true;
      pause.end();
    },
    async stop() {
      stopped.abort();
      pause.end();
      await running;
    },
  };
}

/** Returns a pause that can be ended early. */
function createPause(ms: number) {
  let wake: (() => void) | undefined;
  return {
    begin: () =>
      new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, ms);
        wake = () => {
          clearTimeout(timer);
          resolve();
        };
      }),
    end: () => wake?.(),
  };
}

function createFailureLog({ name, logger }: { name: string; logger: Logger }) {
  let failures = 0;
  let warnedAt = 0;
  return {
    failure(error: unknown): void {
      failures += 1;
      const isFirst = failures === 1;
      if (!isFirst && performance.now() - warnedAt < WARN_EVERY_MS) return;
      warnedAt = performance.now();
      logger.warn(
        { err: error, loop: name, failures },
        isFirst ? 'a background round failed' : 'background rounds still failing',
      );
    },
    success(): void {
      if (failures > 0) logger.info({ loop: name, failures }, 'background loop recovered');
      failures = 0;
    },
  };
}
