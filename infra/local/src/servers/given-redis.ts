import { setTimeout as pause } from 'node:timers/promises';

import { Redis } from 'ioredis';

import { Problem } from '../host/problem.ts';

/* A Redis that Larksong does not start itself, such as Debian's, by the setting REDIS_URL. */

const OLDEST = [6, 2] as const;
const CONNECT_MS = 5000;
const PATIENCE_MS = 30_000;
const RETRY_MS = 500;
/** Nothing else uses this key, and it expires automatically. */
const PROBE_KEY = 'larksong:start';

/**
 * Checks that the site can work with a Redis, and returns sentences about settings that it should not have. Throws a
 * `Problem` that says what to do if it cannot be used.
 */
export async function checkRedis(
  url: string,
  { patienceMs = PATIENCE_MS, signal }: { patienceMs?: number; signal?: AbortSignal | undefined } = {},
): Promise<string[]> {
  const deadline = performance.now() + patienceMs;
  for (;;) {
    const state = await readState(url).catch((error: unknown) => String(error).replace(/^\w*Error: /, ''));
    if (typeof state !== 'string') {
      assertVersion(state.version);
      return listWarnings(state);
    }
    if (isFinal(state) || performance.now() > deadline) throw toProblem(state, url);
    await pause(RETRY_MS, undefined, { signal });
  }
}

export interface RedisState {
  version: string;
  evictionPolicy: string;
  /** Undefined if this user has no permission to read it. */
  isSaved: boolean | undefined;
}

async function readState(url: string): Promise<RedisState> {
  const redis = new Redis(url, {
    lazyConnect: true,
    retryStrategy: () => null,
    connectTimeout: CONNECT_MS,
    commandTimeout: CONNECT_MS,
    maxRetriesPerRequest: 0,
  });
  let reason: Error | undefined;
  redis.on('error', (error: Error) => (reason ??= error)); // commands only say that the connection is closed
  try {
    await redis.connect();
    await redis.set(PROBE_KEY, '1', 'PX', 1000);
    const info = await redis.info();
    const of = (name: string) => new RegExp(`^${name}:(\\S+)`, 'm').exec(info)?.[1] ?? '';
    const save = await redis.config('GET', 'save').catch(() => undefined); // hosted servers forbid it
    const isSaved = of('aof_enabled') === '1' || (save === undefined ? undefined : save[1] !== ''); // a name and its value
    return { version: of('redis_version'), evictionPolicy: of('maxmemory_policy'), isSaved };
  } catch (error) {
    throw reason ?? error;
  } finally {
    redis.disconnect();
  }
}

/** Returns whether waiting would not help, unlike while Redis starts. */
function isFinal(why: string): boolean {
  return /^(WRONGPASS|NOAUTH|NOPERM|READONLY|ERR)\b/.test(why);
}

function toProblem(why: string, url: string): Problem {
  const { hostname, port } = new URL(url);
  const where = `${hostname}:${port || 6379}`;
  if (/^(WRONGPASS|NOAUTH|ERR (AUTH|invalid password))/.test(why))
    return new Problem(
      `Redis at ${where} does not accept the user or the password of REDIS_URL (${why}). Debian's Redis has its password in /etc/redis/redis.conf, in the line requirepass: redis://:password@localhost:6379.`,
    );
  if (/^(NOPERM|READONLY|MISCONF|OOM|ERR)\b/.test(why))
    return new Problem(
      `Redis at ${where} refuses what Larksong needs (${why}). The user of REDIS_URL needs all commands and keys (ACL SETUSER name on >password ~* &* +@all), and the server must be the main one, with room on its disk.`,
    );
  return new Problem(
    `Redis at ${where} does not answer (${why}). Check whether it is running (systemctl status redis-server), and whether REDIS_URL names the right place.`,
  );
}

/** Throws a `Problem` if Redis is too old. */
export function assertVersion(version: string): void {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const [oldestMajor, oldestMinor] = OLDEST;
  if (major > oldestMajor || (major === oldestMajor && minor >= oldestMinor)) return;
  throw new Problem(
    `The Redis of REDIS_URL is version ${version}, and Larksong needs ${OLDEST.join('.')} or newer. Update it; Debian 12 has 7.0.`,
  );
}

/** Returns a sentence about each setting that may make Redis lose data. */
export function listWarnings({ evictionPolicy, isSaved }: Omit<RedisState, 'version'>): string[] {
  return [
    ...(isSaved === false ? [UNSAVED] : []),
    ...(['', 'noeviction'].includes(evictionPolicy)
      ? []
      : [
          `Redis may delete entries when its memory is full (maxmemory-policy is ${evictionPolicy}). Set maxmemory-policy noeviction in /etc/redis/redis.conf and restart it.`,
        ]),
  ];
}

/** The sentence about a Redis that saves nothing. */
export const UNSAVED =
  'Redis saves nothing on its disk: after its restart, ended sessions may work again for some minutes, and workers start later. Set appendonly yes in /etc/redis/redis.conf and restart it.';
