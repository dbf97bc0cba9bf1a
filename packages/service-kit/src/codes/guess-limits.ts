import { randomUUID } from 'node:crypto';

import { AppError } from '../base/errors.ts';
import type { Logger } from '../base/logger.ts';
import type { createRedis } from '../data/redis.ts';

import { blockMs, MEMORY_MS, WINDOW_MS, type GuessPlace } from './guess-rules.ts';

type Redis = ReturnType<typeof createRedis>;

/** Counts guesses at short codes. */
export interface Guesses {
  /**
   * Counts a guess as wrong at all of its places, before it is looked at, so that simultaneous ones cannot exceed a limit.
   * Returns 0, or the time until the next guess in milliseconds if one of the places is full; then nothing is counted.
   */
  take: (id: string, places: GuessPlace[]) => Promise<number>;
  /** Takes a guess back that was right. */
  giveBack: (id: string, places: GuessPlace[]) => Promise<void>;
}

/**
 * Runs `look` with a guess and returns its result; a guess that finds nothing stays counted. Throws TOO_MANY_REQUESTS with
 * the seconds to wait.
 */
export async function withGuess<T>(
  guesses: Guesses,
  places: GuessPlace[],
  look: () => Promise<T | undefined>,
): Promise<T | undefined> {
  const id = randomUUID();
  const waitMs = await guesses.take(id, places);
  if (waitMs > 0)
    throw new AppError('TOO_MANY_REQUESTS', { retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1000)) });
  let found: T | undefined;
  let isRight = true; // a failure of the site is no wrong guess
  try {
    found = await look();
    isRight = found !== undefined;
  } finally {
    if (isRight) await guesses.giveBack(id, places);
  }
  return found;
}

/** Returns guesses that all processes share in Redis, and those of this process while Redis does not respond. */
export function createGuesses({
  redis,
  logger,
  prefix,
}: {
  redis: Redis;
  logger: Logger;
  /** Of its keys in Redis. */
  prefix: string;
}): Guesses {
  const shared = createSharedGuesses(redis, prefix);
  const own = createLocalGuesses();
  let isShared = true;
  async function run<T>(of: (guesses: Guesses) => Promise<T>): Promise<T> {
    try {
      const result = await of(shared);
      isShared = true;
      return result;
    } catch (error) {
      if (isShared) logger.warn({ err: error }, 'Redis is away; wrong codes are counted by each process');
      isShared = false;
      return of(own);
    }
  }
  return {
    take: (id, places) => run((guesses) => guesses.take(id, places)),
    giveBack: (id, places) => run((guesses) => guesses.giveBack(id, places)),
  };
}

interface Counted {
  /** When each guess was made, oldest first. */
  taken: Map<string, number>;
  blockedUntil: number;
  /** How often it was blocked in a row, and until when that is remembered. */
  blocks: number;
  blocksUntil: number;
}

const MAX_PLACES = 20_000;

/** Returns guesses in the memory of this process. */
export function createLocalGuesses(now: () => number = Date.now): Guesses {
  const counted = new Map<string, Counted>();
  function at(name: string): Counted {
    const known = counted.get(name) ?? { taken: new Map(), blockedUntil: 0, blocks: 0, blocksUntil: 0 };
    counted.delete(name);
    if (counted.size >= MAX_PLACES) counted.delete(counted.keys().next().value ?? '');
    counted.set(name, known);
    for (const [id, time] of known.taken) if (time <= now() - WINDOW_MS) known.taken.delete(id);
    return known;
  }
  function waitOf({ name, most }: GuessPlace): number {
    const place = at(name);
    if (place.blockedUntil > now()) return place.blockedUntil - now();
    if (place.taken.size < most) return 0;
    const [oldest = 0] = place.taken.values();
    place.blocks = place.blocksUntil > now() ? place.blocks + 1 : 1;
    place.blocksUntil = now() + MEMORY_MS;
    const ms = blockMs(place.blocks, oldest + WINDOW_MS - now());
    place.blockedUntil = now() + ms;
    return ms;
  }
  return {
    async take(id, places) {
      const waitMs = Math.max(...places.map(waitOf));
      if (waitMs === 0) for (const { name } of places) at(name).taken.set(id, now());
      return waitMs;
    },
    async giveBack(id, places) {
      for (const { name } of places) at(name).taken.delete(id);
    },
  };
}

/**
 * For each place: a sorted set of guesses by Redis' clock in milliseconds, a key while it is blocked, and how often it was.
 * One script, so that simultaneous guesses are counted one after the other. ARGV: id, window, memory, then the limits.
 */
const TAKE = `
  local time = redis.call('TIME')
  local now = time[1] * 1000 + math.floor(time[2] / 1000)
  local window, memory = tonumber(ARGV[2]), tonumber(ARGV[3])
  local longest = 0
  for i = 1, #KEYS, 3 do
    local wait = redis.call('PTTL', KEYS[i + 1])
    if wait <= 0 then
      wait = 0
      redis.call('ZREMRANGEBYSCORE', KEYS[i], '-inf', now - window)
      if redis.call('ZCARD', KEYS[i]) >= tonumber(ARGV[3 + (i + 2) / 3]) then
        local oldest = redis.call('ZRANGE', KEYS[i], 0, 0, 'WITHSCORES')
        local times = redis.call('INCR', KEYS[i + 2])
        redis.call('PEXPIRE', KEYS[i + 2], memory)
        wait = math.max(1, oldest[2] + window - now)
        if times > 1 then wait = math.min(window * 2 ^ (times - 2), 300000) end
        wait = math.floor(wait)
        redis.call('SET', KEYS[i + 1], 1, 'PX', wait)
      end
    end
    longest = math.max(longest, wait)
  end
  if longest == 0 then
    for i = 1, #KEYS, 3 do
      redis.call('ZADD', KEYS[i], now, ARGV[1])
      redis.call('PEXPIRE', KEYS[i], window)
    end
  end
  return longest`;

function createSharedGuesses(redis: Redis, prefix: string): Guesses {
  const keyOf = (name: string) => prefix + name;
  return {
    async take(id, places) {
      const keys = places.flatMap(({ name }) => ['', ':blocked', ':blocks'].map((end) => keyOf(name) + end));
      const limits = places.map(({ most }) => most);
      return Number(await redis.eval(TAKE, keys.length, ...keys, id, WINDOW_MS, MEMORY_MS, ...limits));
    },
    async giveBack(id, places) {
      const batch = redis.multi();
      for (const { name } of places) batch.zrem(keyOf(name), id);
      await batch.exec();
    },
  };
}
