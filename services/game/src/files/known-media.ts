import { randomUUID } from 'node:crypto';

import { within, type createRedis, type Logger } from '@larksong/service-kit';

import { listMediaNames, type MediaOwner } from '../content/media-store.ts';
import type { Db } from '../db/tables.ts';

/**
 * Remembers which letters and names have an uploaded picture or sound, so that requests for others need no database
 * query.
 */
export interface KnownMedia {
  /** Returns whether there may be an upload; false only if none had been announced when the call was made. */
  mayHave(owner: MediaOwner): Promise<boolean>;
  /** Makes an upload that was just saved known to all processes. Never throws. */
  announce(): Promise<void>;
}

interface KnownMediaOptions {
  db: Db;
  redis: ReturnType<typeof createRedis>;
  logger: Logger;
  /** How late an upload may become known that was not announced, such as one of a command. */
  maxAgeMs: number;
}

/** The names at the time when Redis held this version. */
interface Names {
  version: string | null;
  keys: Set<string>;
  readAt: number;
}

/** A new value for each announcement. It may disappear, but never repeats. */
const VERSION_KEY = 'game:media-version';
/** Without an answer from Redis in this time, the database is asked. */
const REDIS_MS = 250;

/**
 * Keeps the names in memory. Deleted ones may stay among them until the next reading: requests for them ask the database.
 * While Redis is unavailable, all requests do.
 */
export function createKnownMedia({ db, redis, logger, maxAgeMs }: KnownMediaOptions): KnownMedia {
  let known: Names | undefined;
  let reading: Promise<Names> | undefined;

  /** The version is read first, so that it is never newer than the names. */
  async function read(): Promise<Names> {
    const version = (await readVersion({ redis, logger })) ?? null;
    const readAt = performance.now();
    known = { version, keys: new Set((await listMediaNames(db)).map(toKey)), readAt };
    return known;
  }

  return {
    async mayHave(owner) {
      const key = toKey(owner);
      if (known?.keys.has(key)) return true;
      const askedAt = performance.now();
      for (;;) {
        const version = await readVersion({ redis, logger });
        if (version === undefined) return true;
        if (known?.version === version && known.readAt > Math.min(askedAt, performance.now() - maxAgeMs))
          return known.keys.has(key);
        reading ??= read().finally(() => (reading = undefined));
        await reading;
      }
    },
    async announce() {
      known = undefined;
      try {
        await within(REDIS_MS, redis.set(VERSION_KEY, randomUUID()));
      } catch (error) {
        logger.debug({ err: error }, 'an upload could not be announced');
      }
    },
  };
}

/** Returns undefined while Redis is unavailable. */
async function readVersion({
  redis,
  logger,
}: Pick<KnownMediaOptions, 'redis' | 'logger'>): Promise<string | null | undefined> {
  try {
    return await within(REDIS_MS, redis.get(VERSION_KEY));
  } catch (error) {
    logger.debug({ err: error }, 'the version of the media is unknown');
    return undefined;
  }
}

function toKey({ pack, table, letter, name }: MediaOwner): string {
  return JSON.stringify([pack, table, letter, name]);
}
