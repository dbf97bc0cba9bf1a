import { AppError, type Logger } from '@larksong/service-kit';
import type { FastifyRequest } from 'fastify';
import type { Redis } from 'ioredis';

import { createCallCounts } from './call-counts.ts';
import type { Limit, RecordRejection } from './refusals.ts';

interface RateLimitOptions {
  redis: Redis;
  logger: Logger;
  /** Calls per minute of one account, across all of its sessions. */
  perAccount: number;
  /** Calls per minute by all signed-in people of one client network. */
  membersPerNetwork: number;
  /** Calls per minute without a session from one client network. */
  perNetwork: number;
  recordRejection: RecordRejection;
}

const WINDOW_MS = 60_000;

/**
 * Returns the check that throws TOO_MANY_REQUESTS for calls beyond the limit per minute. It counts signed-in calls by
 * account, since sessions are free, and those of nests by nest; those within that limit also by client network; all
 * others by client network.
 */
export function createRateLimit(options: RateLimitOptions): (request: FastifyRequest) => void {
  const { redis, logger, perAccount, membersPerNetwork, perNetwork, recordRejection } = options;
  const counts = createCallCounts({ redis, logger, windowMs: WINDOW_MS });
  return (request) => {
    const { viewer, nest, door, network } = request;
    const account = viewer?.id ?? nest?.nestId ?? door?.sessionId;
    const check = (limit: Limit, key: string, most: number) => {
      const { calls, remainingMs } = counts.add(key);
      if (calls <= most) return;
      recordRejection(request, limit);
      throw new AppError('TOO_MANY_REQUESTS', {
        retryAfterSeconds: Math.max(1, Math.ceil(remainingMs / 1000)),
      });
    };
    if (account === undefined) return check('network-rate', network, perNetwork);
    // Checked first, so that refused calls of one person do not use up the calls of the others in the network.
    check('account-rate', `account:${account}`, perAccount);
    check('members-rate', `members:${network}`, membersPerNetwork);
  };
}
