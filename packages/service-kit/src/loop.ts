import type { Logger } from './logger.ts';

export interface Loop {
  /** Runs the next round now instead of after the pause. */
  poke(): void;
  /** Waits for the round that runs and starts no other. */
  stop(): Promise<void>;
}

/** Runs `round` again and again with a pause between the end of one and the start of the next; failures are logged. */
export function startLoop(options: {
  name: string;
  everyMs: number;
  logger: Logger;
  round: () => Promise<void>;
}): Loop {
  let stopped = false;
  let poked = false;
  let wake: (() => void) | undefined;

  function pause(): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, options.everyMs);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  async function run(): Promise<void> {
    while (!stopped) {
      poked = false;
      try {
        await options.round();
      } catch (error) {
        options.logger.warn({ err: error, loop: options.name }, 'a round failed');
      }
      if (!stopped && !poked) await pause();
    }
  }

  const running = run();
  return {
    poke() {
      poked = true;
      wake?.();
    },
    async stop() {
      stopped = true;
      wake?.();
      await running;
    },
  };
}
