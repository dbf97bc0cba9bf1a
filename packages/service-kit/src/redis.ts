import { Redis, type RedisOptions } from 'ioredis';
import { Type } from 'typebox';

import type { Logger } from './logger.ts';

/** The setting of every service that uses Redis. */
export const redisConfig = {
  REDIS_URL: Type.String({ pattern: '^rediss?://', message: 'must be a redis:// address' }),
};

/**
 * `fail-fast` for work that somebody waits for: a command fails at once while Redis is away, and after 2.5 s at the
 * latest. `patient` for BullMQ workers: commands wait. Redis is reached again within 2 s of its return.
 */
type RedisKind = 'fail-fast' | 'patient';

/** A command that nobody answers for this long ends its connection, which is then opened again. Idle ones stay. */
const SILENCE_MS: Record<RedisKind, number> = {
  'fail-fast': 2000,
  patient: 15_000, // BullMQ's workers keep a question open for 5 to 10 s
};

function redisOptions(kind: RedisKind): RedisOptions {
  const common: RedisOptions = {
    connectTimeout: 3000,
    keepAlive: 5000,
    socketTimeout: SILENCE_MS[kind],
    retryStrategy: (attempt) => Math.min(100 * 2 ** Math.min(attempt, 5), 2000),
  };
  return kind === 'patient'
    ? { ...common, maxRetriesPerRequest: null }
    : { ...common, maxRetriesPerRequest: 1, enableOfflineQueue: false, commandTimeout: 2500 };
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
