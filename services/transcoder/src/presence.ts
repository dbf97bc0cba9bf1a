import { cpus, totalmem } from 'node:os';

import { catalog, type Call } from '@larksong/contracts';
import type { Logger } from '@larksong/service-kit';

const EVERY_MS = 5000;
const CALL_TIMEOUT_MS = 4000;
/** Deadline for the last report, since a stopping worker has little time. */
const GOODBYE_MS = 1000;

type Phase = 'working' | 'stopping' | 'stopped';

/** The properties that never change during the life of a worker. */
export type WorkerIdentity = Omit<catalog.WorkerReport, 'activeSounds' | 'load'>;

/** The reports of a worker for the dashboard. */
export interface Presence {
  /** Reports that the worker takes no more work. */
  announceStop: () => void;
  /** Reports that the worker has stopped, and ends the reports. */
  stop: () => Promise<void>;
}

/**
 * Reports the worker to catalog every 5 s. The reports are for people, so failures are only logged; catalogs of earlier
 * versions answer 404.
 */
export function startPresence(of: {
  identity: WorkerIdentity;
  /** Calls catalog. */
  call: Call;
  /** Returns the number of sounds in preparation. */
  countSounds: () => number;
  logger: Logger;
  everyMs?: number;
}): Presence {
  const readLoad = createLoadReader();
  const ended = new AbortController();
  let phase: Phase = 'working';

  async function report(timeoutMs: number): Promise<void> {
    const body = { ...of.identity, activeSounds: of.countSounds(), load: readLoad(), phase };
    const timeout = AbortSignal.timeout(timeoutMs);
    // A report in flight must not arrive after the last one.
    const signal = phase === 'stopped' ? timeout : AbortSignal.any([ended.signal, timeout]);
    try {
      await of.call(catalog.reportWorker, { body }, { signal });
    } catch (error) {
      of.logger.debug({ err: error }, 'a report about this worker was not accepted');
    }
  }

  void report(CALL_TIMEOUT_MS);
  const timer = setInterval(() => void report(CALL_TIMEOUT_MS), of.everyMs ?? EVERY_MS);
  return {
    announceStop() {
      phase = 'stopping';
      void report(CALL_TIMEOUT_MS);
    },
    async stop() {
      clearInterval(timer);
      phase = 'stopped';
      ended.abort();
      await report(GOODBYE_MS);
    },
  };
}

/** Returns a function that reads the load of the machine: of its processors since the previous call, of memory now. */
function createLoadReader(): () => catalog.MachineLoad {
  let last = readProcessors();
  return () => {
    const now = readProcessors();
    const [busyMs, totalMs] = [now.busyMs - last.busyMs, now.totalMs - last.totalMs];
    last = now;
    const limitBytes = process.constrainedMemory();
    const memoryTotalBytes = limitBytes > 0 ? Math.min(limitBytes, totalmem()) : totalmem();
    return {
      processorShare: totalMs > 0 ? Math.min(1, Math.max(0, busyMs / totalMs)) : null,
      memoryUsedBytes: Math.max(0, memoryTotalBytes - process.availableMemory()),
      memoryTotalBytes,
    };
  };
}

/** Returns the time that the processors have spent since the machine started, in milliseconds over all of them. */
function readProcessors(): { busyMs: number; totalMs: number } {
  const processors = cpus();
  let [busyMs, totalMs] = [0, 0];
  for (const { times } of processors) {
    const busy = times.user + times.nice + times.sys + times.irq;
    busyMs += busy;
    totalMs += busy + times.idle;
  }
  return { busyMs, totalMs };
}
