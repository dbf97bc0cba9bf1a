/**
 * A process for run-service.test.ts: a service that logs as many lines when it stops as its first argument says. With `fails`
 * as its second argument, it fails to start once its standard input ends; with `throws`, nothing catches an error then.
 */
import { buffer } from 'node:stream/consumers';

import { buildServer } from '../src/http/server.ts';
import { runService } from '../src/run/run-service.ts';

const lineCount = Number(process.argv[2]);
const end = process.argv[3];

runService({
  name: 'small',
  readConfig: () => ({ HOST: '127.0.0.1', PORT: 0, LOG_LEVEL: 'info', OTEL_TRACES_SAMPLER_ARG: 1 }),
  stopWithinMs: () => 1500,
  createService: async (_config, logger) => {
    const app = buildServer({ name: 'small', logger });
    app.get('/', async (request) => {
      request.log.debug('asked');
      logger.debug('asked');
      return {};
    });
    return {
      app,
      async start() {
        logger.info('started');
        if (end === undefined) return;
        await buffer(process.stdin);
        for (let attempt = 0; attempt < 2; attempt += 1) logger.warn({ attempt }, 'no database');
        if (end === 'fails') throw new Error('There is no database.');
        setImmediate(() => {
          throw new Error('boom');
        });
      },
      stop: async () => {
        for (let line = 0; line < lineCount; line += 1)
          logger.warn({ line, padding: 'x'.repeat(1000) }, 'stopped');
        await app.close();
      },
    };
  },
});
