import rateLimit, { type RateLimitPluginOptions } from '@fastify/rate-limit';
import { AppError, TooLateError, within, type Logger } from '@larksong/service-kit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Redis } from 'ioredis';

import type { RecordRejection } from './refusals.ts';

interface RateLimitOptions {
  redis: Redis;
  logger: Logger;
  perSession: number;
  perNetwork: number;
  recordRejection: RecordRejection;
}

type Check = (request: FastifyRequest) => Promise<{ isExceeded: boolean; afterSeconds: number }>;

/** Longest wait of a request for Redis, and the time for which Redis is not used after that. */
const REDIS_TIMEOUT_MS = 250;
const REDIS_PAUSE_MS = 5000;

/**
 * Returns the check that rejects excess calls with TOO_MANY_REQUESTS. It counts signed-in calls by session and all others
 * by client network. Redis counts for all gateways; this process counts too, and alone while Redis is unavailable.
 */
export async function createRateLimit(
  app: FastifyInstance,
  options: RateLimitOptions,
): Promise<(request: FastifyRequest) => Promise<void>> {
  const counted: RateLimitPluginOptions = {
    keyGenerator: ({ viewer, network }) => (viewer ? `session:${viewer.sessionId}` : network),
    max: ({ viewer }) => (viewer ? options.perSession : options.perNetwork),
  };
  const own = await createCheck(app, counted);
  const shared = await createCheck(app, { ...counted, redis: options.redis, nameSpace: 'gateway-rate-' });
  let redisAwayUntil = 0;

  async function checkShared(request: FastifyRequest): ReturnType<Check> {
    if (Date.now() < redisAwayUntil) return { isExceeded: false, afterSeconds: 0 };
    try {
      return await within(REDIS_TIMEOUT_MS, shared(request));
    } catch (error) {
      options.logger.debug({ err: error }, 'a request was counted by this gateway only');
      if (error instanceof TooLateError) {
        redisAwayUntil = Date.now() + REDIS_PAUSE_MS;
        options.logger.warn('Redis is slow: requests are counted by this gateway only for a while');
      }
    }
    return { isExceeded: false, afterSeconds: 0 };
  }

  return async (request) => {
    for (const check of [own, checkShared]) {
      const { isExceeded, afterSeconds } = await check(request);
      if (!isExceeded) continue;
      options.recordRejection(request, request.viewer ? 'session-rate' : 'network-rate');
      throw new AppError('TOO_MANY_REQUESTS', { retryAfterSeconds: afterSeconds });
    }
  };
}

/** Registers the plugin in its own scope, since an instance accepts it only once. */
async function createCheck(app: FastifyInstance, options: RateLimitPluginOptions): Promise<Check> {
  const { promise, resolve } = Promise.withResolvers<ReturnType<FastifyInstance['createRateLimit']>>();
  await app.register(async (scope) => {
    await scope.register(rateLimit, { ...options, global: false, timeWindow: '1 minute' });
    resolve(scope.createRateLimit());
  });
  const count = await promise;
  return async (request) => {
    const result = await count(request);
    return result.isAllowed
      ? { isExceeded: false, afterSeconds: 0 }
      : { isExceeded: result.isExceeded, afterSeconds: Math.max(1, result.ttlInSeconds) };
  };
}
