import { statfs } from 'node:fs/promises';
import { availableParallelism, loadavg, totalmem } from 'node:os';

import { collectDefaultMetrics, Gauge, type Registry } from 'prom-client';

import { siteVersion } from '../base/site-version.ts';
import { keepReading, KEEP_READINGS_MS } from './keep-reading.ts';
import { addReadGauge } from './read-gauge.ts';

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
  addDisk(registry);
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

/**
 * Registers the space of the disk that the program is on. In a container, that is the disk of the container engine, where
 * its volumes are as well.
 */
function addDisk(registry: Registry): void {
  const read = keepReading(KEEP_READINGS_MS, () => statfs(process.cwd()));
  addReadGauge(registry, {
    name: 'machine_disk_free_bytes',
    help: 'Free space of the disk that the service runs from',
    read,
    toSamples: ({ bavail, bsize }) => [{ value: bavail * bsize }],
  });
  addReadGauge(registry, {
    name: 'machine_disk_bytes',
    help: 'Size of the disk that the service runs from',
    read,
    toSamples: ({ blocks, bsize }) => [{ value: blocks * bsize }],
  });
}
