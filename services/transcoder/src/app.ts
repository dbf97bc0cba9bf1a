import { buildServer, type Logger } from '@larksong/service-kit';
import type { Storage } from '@larksong/service-kit/storage';
import type { FastifyInstance } from 'fastify';
import type { Registry } from 'prom-client';

/** Health and metrics; the transcoder has no API. */
export function buildApp(deps: { logger: Logger; storage: Storage; registry: Registry }): FastifyInstance {
  return buildServer({
    name: 'transcoder',
    logger: deps.logger,
    metrics: deps.registry,
    checks: { storage: () => deps.storage.check() },
  });
}
