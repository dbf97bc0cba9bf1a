import type { status } from '@larksong/contracts';
import { probeRedis } from '@larksong/service-kit/status';
import { Redis } from 'ioredis';

const CONNECT_MS = 2000;

/** Returns the state of Redis at an address, over a connection of its own, which knows why it was refused. */
export async function probeRedisAt(url: string): Promise<status.RedisStatus> {
  const redis = new Redis(url, { lazyConnect: true, retryStrategy: () => null, connectTimeout: CONNECT_MS });
  let reason: string | undefined;
  redis.on('error', (error: Error) => (reason ??= error.message));
  try {
    await redis.connect().catch(() => undefined); // the event has the reason
    const found = await probeRedis(redis);
    if (found.state === 'ok' || reason === undefined) return found;
    return {
      ...found,
      state: /^(WRONGPASS|NOAUTH|NOPERM)\b/.test(reason) ? 'refused' : 'away',
      problem: reason,
    };
  } finally {
    redis.disconnect();
  }
}
