import type { FastifyInstance } from 'fastify';

import { createLogger, type Logger } from '../base/logger.ts';
import { siteVersion } from '../base/site-version.ts';
import type { TracingConfig } from '../tracing/index.ts';
import { within } from '../limits/within.ts';

/** A service as `createService` returns it: connected, but not listening and without background work. */
export interface Service {
  app: FastifyInstance;
  /** Begins the background work. */
  start(): Promise<void>;
  /** Ends the background work, closes the server and releases the resources. */
  stop(): Promise<void>;
}

interface ListenConfig extends TracingConfig {
  HOST: string;
  PORT: number;
  LOG_LEVEL: string;
  /** Several processes may listen on the port; the system spreads connections among them (Linux). */
  REUSE_PORT?: 'on' | 'off';
}

interface RunOptions<Config extends ListenConfig> {
  name: string;
  readConfig: () => Config;
  createService: (config: Config, logger: Logger) => Promise<Service>;
  /** Deadline for a stop, after which the process kills itself; 8000 by default. */
  stopWithinMs?: (config: Config) => number;
}

/** Time for writing the last lines after an unexpected error. */
const LAST_LINES_MS = 1000;

/** Time for sending the last spans. */
const LAST_SPANS_MS = 1000;

/** Maximum number of connections waiting to be accepted; clients beyond it retry only after seconds. */
const BACKLOG = 4096;

/**
 * Runs a service as this process: on SIGTERM or SIGINT it stops the service and exits with code 0. If the service
 * cannot start, it writes one sentence to stderr and exits with code 1.
 */
export function runService<Config extends ListenConfig>(options: RunOptions<Config>): void {
  void run(options);
}

async function run<Config extends ListenConfig>(options: RunOptions<Config>): Promise<void> {
  let logger: Logger | undefined;
  try {
    const config = options.readConfig();
    logger = createLogger({ name: options.name, level: config.LOG_LEVEL });
    endOnUncaught(logger);
    const endTracing = await startTracing(config, { name: options.name, logger });
    const service = await options.createService(config, logger);
    stopOnSignals(service, { logger, endTracing, withinMs: options.stopWithinMs?.(config) ?? 8000 });
    switchLevelOnSignal(logger, service.app);
    await service.start();
    const address = { host: config.HOST, port: config.PORT, reusePort: config.REUSE_PORT === 'on' };
    await service.app.listen({ ...address, backlog: BACKLOG });
    logger.info({ version: siteVersion(), node: process.version }, 'service started');
  } catch (error) {
    await flush(logger);
    const message = error instanceof Error ? error.message : String(error);
    process.stderr.write(`${options.name} cannot start: ${message}\n`);
    process.exit(1);
  }
}

/** Logs an error that nothing has caught and ends the process, whose state is unknown then. */
function endOnUncaught(logger: Logger): void {
  process.on('uncaughtException', (error) => {
    // Not at `fatal`: pino writes such lines synchronously, which never ends if the log has lost its reader.
    logger.error({ err: error }, 'an unexpected error ended the process');
    setTimeout(() => process.kill(process.pid, 'SIGKILL'), LAST_LINES_MS).unref();
    void flush(logger).then(() => process.exit(1));
  });
}

/** Starts tracing if it is configured, and returns the function that ends it. */
async function startTracing(
  config: TracingConfig,
  options: { name: string; logger: Logger },
): Promise<() => Promise<void>> {
  if (config.OTEL_EXPORTER_OTLP_ENDPOINT === undefined) return async () => {};
  const tracing = await import('../tracing/start-tracing.ts');
  return tracing.startTracing(config, options);
}

/** On SIGUSR2, logs at level `debug`; on the next one again at the configured level. */
function switchLevelOnSignal(logger: Logger, app: FastifyInstance): void {
  const configured = logger.level;
  process.on('SIGUSR2', () => {
    const level = logger.level === 'debug' ? configured : 'debug';
    logger.level = 'debug'; // so that the line appears at any level
    logger.info({ level }, 'log level changed');
    // The loggers of requests are made from the server's.
    for (const each of [logger, app.log]) each.level = level;
  });
}

/**
 * Writes the buffered lines. On exit, pino would try forever to write them if the log has lost its reader; flushing
 * reports that. A flush that meets a write in progress only waits for it, so the rest needs another one.
 */
async function flush(logger: Logger | undefined): Promise<void> {
  for (let round = 0; logger && round < 2; round += 1) await new Promise((resolve) => logger.flush(resolve));
}

function stopOnSignals(
  service: Service,
  options: { logger: Logger; endTracing: () => Promise<void>; withinMs: number },
): void {
  const { logger } = options;
  let stopping = false;
  const stop = async (signal: NodeJS.Signals) => {
    if (stopping) return;
    stopping = true;
    logger.info({ signal }, 'stopping');
    setTimeout(() => process.kill(process.pid, 'SIGKILL'), options.withinMs).unref();
    const code = await service.stop().then(
      () => 0,
      (error: unknown) => {
        logger.error({ err: error }, 'shutdown was not clean');
        return 1;
      },
    );
    await within(LAST_SPANS_MS, options.endTracing()).catch(() => {});
    await flush(logger);
    process.exit(code);
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void stop(signal));
}
