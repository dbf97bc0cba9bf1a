import { join } from 'node:path';

import type { StackOptions } from '../settings/stack-options.ts';
import type { ProcessRecords } from './leftovers.ts';
import {
  SERVER_RESTARTS,
  SERVER_ROUNDS,
  SERVER_STOP_MS,
  SERVICE_RESTARTS,
  SERVICE_ROUNDS,
  SERVICE_STOP_MS,
} from './limits.ts';
import type { Supervision } from './processes.ts';

/** Returns whether a process is a server that the services need, and ends after them. */
export function isServer(name: string): boolean {
  return name === 'postgres' || name === 'redis';
}

/** Returns how a process of the site is supervised. */
export function toSupervision(
  name: string,
  { watchdog, dieWithParent = false }: Pick<StackOptions, 'watchdog' | 'dieWithParent'>,
  of: { signal: AbortSignal; logDir: string; records: ProcessRecords; say: (line: string) => void },
): Supervision {
  const isForServices = isServer(name);
  return {
    restart: isForServices ? SERVER_RESTARTS : SERVICE_RESTARTS,
    rounds: watchdog === false ? undefined : isForServices ? SERVER_ROUNDS : SERVICE_ROUNDS,
    stopTimeoutMs: isForServices ? SERVER_STOP_MS : SERVICE_STOP_MS,
    signal: of.signal,
    dieWithParent,
    logFile: join(of.logDir, `${name}.log`),
    watcher: {
      // With the name within the stack, so that two transcoders are two entries.
      started: (process) => of.records.add({ ...process, name }),
      ended: (process) => of.records.remove(process),
      say: of.say,
    },
  };
}
