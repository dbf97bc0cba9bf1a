import type { FastifyInstance } from 'fastify';

import type { Logger } from './logger.ts';

export interface Running {
  app: FastifyInstance;
  host: string;
  port: number;
  logger: Logger;
  /** Ended after the server, in this order. */
  resources?: (() => Promise<unknown>)[];
  /** Begun before the server stops taking requests. */
  beforeStop?: () => Promise<unknown>;
  /** How long a stop may take before the process ends anyway. */
  stopWithinMs?: number;
}

/** Connections that may wait to be accepted; whoever comes when more do tries again after seconds only. */
const BACKLOG = 4096;

/** Listens, and on SIGTERM or SIGINT finishes what runs, frees the resources and ends the process. */
export async function runService(service: Running): Promise<void> {
  let stopping = false;
  const stop = async (signal: NodeJS.Signals) => {
    if (stopping) return;
    stopping = true;
    service.logger.info({ signal }, 'stopping');
    setTimeout(() => process.exit(1), service.stopWithinMs ?? 8000).unref();
    await service.beforeStop?.();
    await service.app.close();
    for (const free of service.resources ?? []) await free();
    process.exit(0);
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      stop(signal).catch((error: unknown) => {
        service.logger.error({ err: error }, 'the stop was not clean');
        process.exit(1);
      });
    });
  }
  await service.app.listen({ host: service.host, port: service.port, backlog: BACKLOG });
}

/** Runs a service's `main`; what it cannot start with becomes one clear sentence and exit code 1. */
export function start(name: string, main: () => Promise<void>): void {
  main().catch((error: unknown) => {
    const message = error instanceof Error ? error.message : String(error);
    process.stderr.write(`${name} cannot start: ${message}\n`);
    process.exit(1);
  });
}
