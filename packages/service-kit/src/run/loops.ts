import type { Logger } from '../base/logger.ts';
import { startLoop, type Loop } from './loop.ts';
import type { LoopMetrics } from '../metrics/index.ts';

/** The background loops of a service, which start and stop together. */
export interface Loops {
  /** Adds a loop that begins with `start`. A poke before that has no effect, since every loop begins with a round. */
  add(name: string, everySeconds: number, round: (signal: AbortSignal) => Promise<void>): Pick<Loop, 'poke'>;
  start(): void;
  /** Waits for the running rounds and starts no others. */
  stop(): Promise<void>;
}

/** Returns an empty set of loops, whose failures are logged. */
export function createLoops(logger: Logger, metrics?: LoopMetrics): Loops {
  const starters: (() => Loop)[] = [];
  let running: Loop[] = [];
  return {
    add(name, everySeconds, round) {
      let loop: Loop | undefined;
      starters.push(() => {
        metrics?.started(name);
        loop = startLoop({
          name,
          everyMs: everySeconds * 1000,
          logger,
          round,
          onRound: (succeeded) => (succeeded ? metrics?.succeeded(name) : metrics?.failed(name)),
        });
        return loop;
      });
      return { poke: () => loop?.poke() };
    },
    start() {
      running = starters.map((startOne) => startOne());
    },
    async stop() {
      await Promise.all(running.map((loop) => loop.stop()));
    },
  };
}
