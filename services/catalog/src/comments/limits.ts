import { because, type Explanation } from '@larksong/contracts';
import { AppError } from '@larksong/service-kit';

import type { Trx } from '../db/tables.ts';
import { countFreshWrites, countWrites, insertWrite } from './limit-store.ts';

/** Texts, new and changed ones, that one author sends. */
const PER_MINUTE = 5;
const PER_HOUR = 30;
/** Texts that the new accounts of one network send in an hour. */
const FRESH_PER_HOUR = 20;

/** How long a refusal is repeated without asking the database. */
const REPEAT_MS = 3000;
const MAX_REFUSED = 10_000;

interface Write {
  authorId: string;
  networkKey: Buffer;
  /** Whether the account is new. */
  isFresh: boolean;
}

/** How much is written. */
export interface Limits {
  /** Throws TOO_MANY_REQUESTS, with the same reason, to an author who was refused a moment ago. */
  refuseAgain: (authorId: string) => void;
  /** Counts a text of an author, who is locked. Throws TOO_MANY_REQUESTS, with the reason, if it is one too many. */
  count: (trx: Trx, write: Write) => Promise<void>;
}

/** Counts in the database, for all processes; only refusals are remembered. */
export function createLimits(now: () => number = Date.now): Limits {
  const refused = new Map<string, { until: number; limit: Limit }>();

  function refuse(authorId: string, limit: Limit): never {
    if (refused.size >= MAX_REFUSED) refused.delete(refused.keys().next().value ?? '');
    refused.set(authorId, { until: now() + REPEAT_MS, limit });
    throw toError(limit);
  }

  return {
    refuseAgain(authorId) {
      const known = refused.get(authorId);
      if (!known) return;
      if (now() < known.until) throw toError(known.limit);
      refused.delete(authorId);
    },
    async count(trx, write) {
      const { minute, hour } = await countWrites(trx, write.authorId);
      if (hour >= PER_HOUR) refuse(write.authorId, LIMITS.hour);
      if (minute >= PER_MINUTE) refuse(write.authorId, LIMITS.minute);
      if (write.isFresh && (await countFreshWrites(trx, write.networkKey)) >= FRESH_PER_HOUR)
        refuse(write.authorId, LIMITS.network);
      await insertWrite(trx, write);
    },
  };
}

interface Limit {
  explanation: Explanation;
  retryAfterSeconds: number;
}

const LIMITS = {
  minute: { explanation: because('comment.minute-full', { maximum: PER_MINUTE }), retryAfterSeconds: 60 },
  hour: { explanation: because('comment.hour-full', { maximum: PER_HOUR }), retryAfterSeconds: 600 },
  network: { explanation: because('comment.fresh-network'), retryAfterSeconds: 3600 },
} satisfies Record<string, Limit>;

function toError({ explanation, retryAfterSeconds }: Limit): AppError {
  return new AppError('TOO_MANY_REQUESTS', { ...explanation, retryAfterSeconds });
}
