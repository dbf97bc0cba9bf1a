import { readFileSync } from 'node:fs';
import { statfs } from 'node:fs/promises';

import { addReadGauge, KEEP_READINGS_MS, keepReading } from '@larksong/service-kit';
import { Counter } from 'prom-client';

import type { Metrics } from './metrics.ts';

/** Linux counts the time of processes in hundredths of a second, on every processor. */
const TICKS_PER_SECOND = 100;

/**
 * Adds the processor time of ffmpeg, which Node's own metrics leave out, and the space of the work folder's disk. Returns
 * the metrics.
 */
export function addMediaMetrics(metrics: Metrics, workDir: string): Metrics {
  const { registry } = metrics;
  const time: Counter = new Counter({
    name: 'transcoder_media_cpu_seconds_total',
    help: 'Processor time of the runs of ffmpeg that have ended, with their sandbox',
    registers: [],
    collect(): void {
      time.reset();
      time.inc(parseChildSeconds(readStat()) ?? 0);
    },
  });
  registry.registerMetric(time);
  const read = keepReading(KEEP_READINGS_MS, () => statfs(workDir));
  addReadGauge(registry, {
    name: 'transcoder_work_free_bytes',
    help: 'Free space of the disk of the work folder',
    read,
    toSamples: ({ bavail, bsize }) => [{ value: bavail * bsize }],
  });
  return metrics;
}

/** Returns the state of this process as Linux writes it; empty on other systems. */
function readStat(): string {
  try {
    return readFileSync('/proc/self/stat', 'utf8');
  } catch {
    return '';
  }
}

/**
 * Returns the processor time of all ended children in seconds, and of theirs, from the text of `/proc/[pid]/stat` (fields
 * 16 and 17 in proc(5)); undefined for any other text.
 */
export function parseChildSeconds(stat: string): number | undefined {
  // The name of the program may contain spaces and brackets.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const ticks = Number(fields[13]) + Number(fields[14]);
  return Number.isFinite(ticks) ? ticks / TICKS_PER_SECOND : undefined;
}
