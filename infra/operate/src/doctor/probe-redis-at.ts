import type { status } from '@larksong/contracts';
import { noteErrors } from '@larksong/service-kit';
import { probeRedis } from '@larksong/service-kit/status';
import { Redis } from 'ioredis';

const CONNECT_MS = 2000;

/** Returns the state of Redis at an address, over a new connection. */
export async function probeRedisAt(url: string, timeoutMs: number): Promise<status.RedisStatus> {
  const redis = new Redis(url, { lazyConnect: true, retryStrategy: () => null, connectTimeout: CONNECT_MS });
  noteErrors(redis);
  try {
    await redis.connect().catch(() => undefined); // the probe says why
    return await probeRedis(redis, timeoutMs);
  } finally {
    redis.disconnect();
  }
}
