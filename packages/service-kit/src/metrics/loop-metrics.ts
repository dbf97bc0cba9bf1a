import { Counter, Gauge, type Registry } from 'prom-client';

/** Records how the rounds of background loops end. */
export interface LoopMetrics {
  /** Called when a loop starts; it counts as successful until its first round ends. */
  started: (loop: string) => void;
  succeeded: (loop: string) => void;
  failed: (loop: string) => void;
}

/** Registers the metrics of a service's background loops. `now` is in milliseconds. */
export function createLoopMetrics(registry: Registry, now: () => number = Date.now): LoopMetrics {
  const failures = new Counter({
    name: 'background_loop_failures_total',
    help: 'Failed rounds of background loops',
    labelNames: ['loop'],
    registers: [registry],
  });
  const success = new Gauge({
    name: 'background_loop_last_success_timestamp_seconds',
    help: 'When a round of a background loop succeeded last; its start until then',
    labelNames: ['loop'],
    registers: [registry],
  });
  const mark = (loop: string) => success.set({ loop }, now() / 1000);
  return {
    started(loop) {
      failures.inc({ loop }, 0);
      mark(loop);
    },
    succeeded: mark,
    failed: (loop) => failures.inc({ loop }),
  };
}
