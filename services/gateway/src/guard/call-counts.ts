import type { Logger } from '@larksong/service-kit';
import type { Redis } from 'ioredis';
import { LRUCache } from 'lru-cache';

interface CallCountsOptions {
  redis: Redis;
  logger: Logger;
  windowMs: number;
}

export interface CallCounts {
  /** Counts a call, and returns the calls of its key in the current window and the time until the next one. */
  add: (key: string) => { calls: number; remainingMs: number };
}

/** The calls of a key in a window that begins with the first of them. */
interface Count {
  calls: number;
  /** The calls among them that have not been sent to Redis yet. */
  unsent: number;
  endsAt: number;
}

/** Calls are sent to Redis after this time, together: one command for each would cost a tenth of the gateway. */
const SEND_MS = 50;
const MAX_KEYS = 20_000;

const PREFIX = 'gateway-calls-';
/** Adds calls to their keys; returns the calls and the remaining milliseconds of each. */
const ADD = `
  local found = {}
  for index, key in ipairs(KEYS) do
    local calls = redis.call('INCRBY', key, ARGV[index + 1])
    local remaining = redis.call('PTTL', key)
    if remaining < 0 then
      remaining = tonumber(ARGV[1])
      redis.call('PEXPIRE', key, remaining)
    end
    found[2 * index - 1] = calls
    found[2 * index] = remaining
  end
  return found`;

/**
 * Counts calls in this process and, through Redis, with those of all other gateways, which become known some 50 ms later.
 * Counting never waits for Redis; while it is unavailable, only this gateway's calls are known.
 */
export function createCallCounts({ redis, logger, windowMs }: CallCountsOptions): CallCounts {
  const counts = new LRUCache<string, Count>({ max: MAX_KEYS });
  let changed = new Map<string, Count>();
  let isScheduled = false;

  function schedule(): void {
    if (isScheduled || changed.size === 0) return;
    isScheduled = true;
    setTimeout(() => void send(), SEND_MS).unref();
  }

  async function send(): Promise<void> {
    const sent = [...changed];
    changed = new Map();
    try {
      await exchange(redis, sent, windowMs);
    } catch (error) {
      logger.debug({ err: error }, 'calls were counted by this gateway only');
    } finally {
      isScheduled = false;
      schedule();
    }
  }

  return {
    add(key) {
      const now = Date.now();
      let count = counts.get(key);
      if (!count || count.endsAt <= now) {
        count = { calls: 0, unsent: 0, endsAt: now + windowMs };
        counts.set(key, count);
      }
      count.calls += 1;
      count.unsent += 1;
      changed.set(key, count);
      schedule();
      return { calls: count.calls, remainingMs: count.endsAt - now };
    },
  };
}

/** Adds the unsent calls to those in Redis, and sets the counts to what all gateways have counted. */
async function exchange(
  redis: Redis,
  sent: readonly (readonly [string, Count])[],
  windowMs: number,
): Promise<void> {
  const added = sent.map(([, count]) => count.unsent);
  for (const [, count] of sent) count.unsent = 0;
  const keys = sent.map(([key]) => PREFIX + key);
  const answer = await redis.eval(ADD, keys.length, ...keys, windowMs, ...added);
  const found = answer as number[]; // the script's
  for (const [index, [, count]] of sent.entries()) {
    count.calls = (found[2 * index] ?? 0) + count.unsent;
    count.endsAt = Date.now() + (found[2 * index + 1] ?? 0);
  }
}
