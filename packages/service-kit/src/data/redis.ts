import { Redis, type RedisOptions } from 'ioredis';
import type { Registry } from 'prom-client';
import { Type } from 'typebox';

import type { Logger } from '../base/logger.ts';
import { addReadGauge, KEEP_READINGS_MS, keepReading } from '../metrics/index.ts';
import { within } from '../limits/within.ts';

/** Setting of every service that uses Redis. */
export const redisConfig = {
  REDIS_URL: Type.String({ pattern: '^rediss?://', message: 'must be a redis:// address' }),
};

/**
 * `fail-fast` for calls: a command fails at once while Redis is unavailable, and after 2.5 s at the latest. `patient` for
 * BullMQ workers: commands wait. Both reconnect within 1 s of Redis' return, so that work resumes within 3 s.
 */
type RedisKind = 'fail-fast' | 'patient';

/** Time without a response after which a command closes its connection, which is then reopened. Idle ones stay open. */
const SILENCE_MS: Record<RedisKind, number> = {
  'fail-fast': 2000,
  patient: 15_000, // BullMQ's workers block on a command for 5 to 10 s
};

function redisOptions(kind: RedisKind): RedisOptions {
  const common: RedisOptions = {
    connectTimeout: 3000,
    keepAlive: 5000,
    socketTimeout: SILENCE_MS[kind],
    retryStrategy: (attempt) => Math.min(100 * 2 ** Math.min(attempt, 5), 1000),
  };
  return kind === 'patient'
    ? { ...common, maxRetriesPerRequest: null }
    : { ...common, maxRetriesPerRequest: 1, enableOfflineQueue: false, commandTimeout: 2500 };
}

/**
 * Returns a connection that logs when Redis becomes unavailable and when it is back, once each. With `metrics`, its state
 * is a metric.
 */
export function createRedis(options: {
  url: string;
  kind: RedisKind;
  logger: Logger;
  metrics?: Registry;
}): Redis {
  const redis = new Redis(options.url, redisOptions(options.kind));
  noteErrors(redis);
  let away = false;
  redis.on('error', (error: Error) => {
    if (!away) options.logger.warn({ err: error }, 'Redis is unreachable');
    away = true;
  });
  redis.on('ready', () => {
    if (away) options.logger.info('Redis is reachable again');
    away = false;
  });
  if (options.metrics) {
    addState(options.metrics, redis);
    addMemory(options.metrics, redis);
  }
  return redis;
}

/** Why a connection was lost or refused; its commands only fail with "Connection is closed". */
const latestErrors = new WeakMap<Redis, Error>();

/** Remembers why a connection fails, for `latestErrorOf`. */
export function noteErrors(redis: Redis): void {
  redis.on('error', (error: Error) => latestErrors.set(redis, error));
}

/** Returns why the connection failed most recently; undefined if it has not, or if its errors are not noted. */
export function latestErrorOf(redis: Redis): Error | undefined {
  return latestErrors.get(redis);
}

const PING_MS = 1000;

function addState(registry: Registry, redis: Redis): void {
  addReadGauge(registry, {
    name: 'redis_connected',
    help: 'Whether Redis answers this service',
    read: () =>
      within(PING_MS, redis.ping()).then(
        () => 1,
        () => 0,
      ),
    toSamples: (value) => [{ value }],
  });
}

function addMemory(registry: Registry, redis: Redis): void {
  const read = keepReading(KEEP_READINGS_MS, () => within(PING_MS, redis.info('memory'))); // may be forbidden
  const add = (name: string, help: string, field: string) =>
    addReadGauge(registry, {
      name,
      help,
      read,
      toSamples: (info) => [
        { value: Number(new RegExp(`^${field}:(\\d+)`, 'm').exec(info)?.[1] ?? Number.NaN) },
      ],
    });
  add('redis_used_memory_bytes', 'Memory of Redis', 'used_memory');
  add('redis_max_memory_bytes', 'Memory that Redis may use by its settings; 0 without a limit', 'maxmemory');
}
