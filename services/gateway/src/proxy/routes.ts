import type { FastifyPluginAsync, HTTPMethods } from 'fastify';
import { Pool } from 'undici';

import { forward, type ForwardLimits } from './forward.ts';
import { UPSTREAMS, type Kind, type Service } from './upstreams.ts';

export interface ProxyRoutesOptions {
  /** Origins of the services. */
  origins: Record<Service, string>;
  bodyLimitBytes: number;
  ownHeaders: ReadonlySet<string>;
  timeouts: ProxyTimeouts;
}

export interface ProxyTimeouts {
  connectMs: number;
  /** For the whole body of a call; between two pieces of an upload. */
  bodyMs: number;
  answerMs: number;
  /** To the answer of an upload, from its last byte: the parts are put together then. */
  uploadAnswerMs: number;
  /** Between two pieces of an answer. */
  answerStallMs: number;
}

export const PROXY_TIMEOUTS: ProxyTimeouts = {
  connectMs: 1000,
  bodyMs: 30_000,
  answerMs: 5000,
  uploadAnswerMs: 60_000,
  answerStallMs: 30_000,
};

const METHODS: HTTPMethods[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

/** One route for each line of the table of upstreams, and one pool of connections for each service. */
export const proxyRoutes: FastifyPluginAsync<ProxyRoutesOptions> = async (app, options) => {
  const { timeouts } = options;
  const createPool = (origin: string) =>
    new Pool(origin, {
      connections: 512,
      connect: { timeout: timeouts.connectMs },
      bodyTimeout: timeouts.answerStallMs,
    });
  const pools: Record<Service, Pool> = {
    auth: createPool(options.origins.auth),
    catalog: createPool(options.origins.catalog),
    game: createPool(options.origins.game),
  };
  app.addHook('onClose', async () => {
    await Promise.all(Object.values(pools).map((pool) => pool.destroy()));
  });

  const limits = limitsOf(options);
  for (const { prefix, service, kind } of UPSTREAMS)
    for (const url of [prefix, `${prefix}/*`])
      app.route({
        method: METHODS,
        url,
        handler: (request, reply) =>
          forward(request, reply, {
            pool: pools[service],
            limits: limits[kind],
            ownHeaders: options.ownHeaders,
          }),
      });
};

function limitsOf({ bodyLimitBytes, timeouts }: ProxyRoutesOptions): Record<Kind, ForwardLimits> {
  const api: ForwardLimits = {
    maxBodyBytes: bodyLimitBytes,
    body: { ms: timeouts.bodyMs, of: 'all' },
    answerMs: timeouts.answerMs,
  };
  return {
    api,
    media: api,
    upload: {
      maxBodyBytes: Number.POSITIVE_INFINITY, // catalog knows how large a video may be
      body: { ms: timeouts.bodyMs, of: 'stall' },
      answerMs: timeouts.uploadAnswerMs,
    },
  };
}
