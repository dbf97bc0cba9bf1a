import { buildServer, type Logger } from '@larksong/service-kit';
import type { Storage } from '@larksong/service-kit/storage';
import type { FastifyInstance } from 'fastify';

import type { Metrics } from './metrics.ts';

/** Builds the transcoder's server, which serves only health checks and metrics. It does not listen yet. */
export function buildApp(deps: {
  logger: Logger;
  accessLog: 'on' | 'off';
  /** Maximum number of log lines per minute about the requests of one client network. */
  linesPerMinute: number;
  storage: Storage;
  metrics: Metrics;
}): FastifyInstance {
  return buildServer({
    name: 'transcoder',
    logger: deps.logger,
    accessLog: deps.accessLog,
    linesPerMinute: deps.linesPerMinute,
    metrics: deps.metrics.registry,
    checks: { storage: () => deps.storage.check() },
  });
}
