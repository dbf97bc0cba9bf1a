import { Redis, type RedisOptions } from 'ioredis';

import type { Logger } from './logger.ts';

/**
 * `fail-fast` for work that somebody waits for: a command fails at once while Redis is away.
 * `patient` for BullMQ workers: commands wait, a swallowed connection is noticed after 15 s, retries come within 2 s.
 */
export type RedisKind = 'fail-fast' | 'patient';

export function redisOptions(kind: RedisKind): RedisOptions {
  const common: RedisOptions = {
    connectTimeout: 3000,
    keepAlive: 5000,
    retryStrategy: (attempt) => Math.min(100 * 2 ** Math.min(attempt, 5), 2000),
  };
  return kind === 'patient'
    ? { ...common, maxRetriesPerRequest: null, socketTimeout: 15_000 }
    : { ...common, maxRetriesPerRequest: 1, enableOfflineQueue: false, commandTimeout: 3000 };
}

/** A connection that logs when Redis goes away and when it is back, once each. */
export function createRedis(options: { url: string; kind: RedisKind; logger: Logger }): Redis {
  const redis = new Redis(options.url, redisOptions(options.kind));
  let away = false;
  redis.on('error', (error: Error) => {
    if (!away) options.logger.warn({ err: error }, 'Redis is away');
    away = true;
  });
  redis.on('ready', () => {
    if (away) options.logger.info('Redis is back');
    away = false;
  });
  return redis;
}
