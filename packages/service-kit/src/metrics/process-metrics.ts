import { availableParallelism, loadavg, totalmem } from 'node:os';

import { collectDefaultMetrics, Gauge, type Registry } from 'prom-client';

import { siteVersion } from '../base/site-version.ts';

/** Every 10 ms, as is usual, would wake an idle service a hundred times a second. */
const EVENT_LOOP_SAMPLE_MS = 100;

/** Registers the metrics of every service: its version, its process, and the machine that it runs on. */
export function addProcessMetrics(registry: Registry, service: string): void {
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: EVENT_LOOP_SAMPLE_MS });
  new Gauge({
    name: 'larksong_build_info',
    help: 'Always 1; the labels name the service and its version',
    labelNames: ['service', 'version'],
    registers: [registry],
  }).set({ service, version: siteVersion() }, 1);
  addMachine(registry);
}

function addMachine(registry: Registry): void {
  const add = (name: string, help: string, read: () => number) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      collect() {
        this.set(read());
      },
    });
  add('machine_cpu_cores', 'Processor cores that the service may use', availableParallelism);
  add('machine_load_average', 'Load average of the machine over one minute', () => loadavg()[0] ?? 0);
  add('machine_memory_bytes', 'Memory of the machine, or of the container if that is less', () =>
    process.constrainedMemory() > 0 ? Math.min(totalmem(), process.constrainedMemory()) : totalmem(),
  );
  add('machine_memory_available_bytes', 'Memory that is still free for the service', () =>
    process.availableMemory(),
  );
}
