import { AppError, buildServer, type Logger } from '@larksong/service-kit';
import type { FastifyInstance } from 'fastify';
import type { Redis } from 'ioredis';
import type { Registry } from 'prom-client';

import type { Config } from './config.ts';
import { isPlainPath } from './guard/plain-path.ts';
import { createRateLimit } from './guard/rate-limit.ts';
import { securityHeaders } from './guard/security-headers.ts';
import { PROXY_TIMEOUTS, proxyRoutes, type ProxyTimeouts } from './proxy/routes.ts';
import { isBelow } from './proxy/upstreams.ts';
import { webRoutes } from './web/routes.ts';

export interface AppDeps {
  config: Config;
  logger: Logger;
  redis: Redis;
  metrics?: Registry;
  /** Other than PROXY_TIMEOUTS. */
  timeouts?: Partial<ProxyTimeouts>;
}

export async function buildApp({
  config,
  logger,
  redis,
  metrics,
  timeouts,
}: AppDeps): Promise<FastifyInstance> {
  const app = buildServer({
    name: 'gateway',
    logger,
    trustProxy: config.TRUSTED_PROXIES?.split(',').map((entry) => entry.trim()) ?? false,
    requestTimeoutMs: 0, // uploads take their time; bodies are watched where they are passed on
    ...(metrics ? { metrics } : {}),
  });
  closeSlowConnections(app);
  const headers = securityHeaders(config.PUBLIC_URL);
  const checkRate = await createRateLimit(app, { redis, logger, perMinute: config.RATE_LIMIT_PER_MINUTE });
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(headers);
    const path = (request.raw.url ?? '').split('?')[0] ?? '';
    if (!isPlainPath(path)) throw new AppError('MALFORMED_REQUEST');
    if (isBelow(path, '/metrics')) throw new AppError('NOT_FOUND'); // has a port of its own
    if (isBelow(path, '/api')) await checkRate(request);
  });
  passBodiesUnread(app);
  await app.register(proxyRoutes, {
    origins: { auth: config.AUTH_URL, catalog: config.CATALOG_URL, game: config.GAME_URL },
    bodyLimitBytes: config.BODY_LIMIT_BYTES,
    ownHeaders: new Set([...Object.keys(headers), 'x-request-id', 'server', 'x-powered-by']),
    timeouts: { ...PROXY_TIMEOUTS, ...timeouts },
  });
  if (config.WEB_DIR) await app.register(webRoutes, { root: config.WEB_DIR });
  return app;
}

/** No body is parsed here: the routes take the request as the stream that it is. */
function passBodiesUnread(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, _payload, done) => done(null));
}

/** Node looks for late headers every 30 s only, and lets a connection be silent for ever. */
function closeSlowConnections(app: FastifyInstance): void {
  Object.assign(app.server, { connectionsCheckingInterval: 2000 });
  app.server.timeout = 120_000;
}
