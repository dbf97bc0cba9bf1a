import { AppError, type Logger } from '@larksong/service-kit';
import type { FastifyRequest } from 'fastify';
import type { Redis } from 'ioredis';

import { createCallCounts } from './call-counts.ts';
import type { RecordRejection } from './refusals.ts';

interface RateLimitOptions {
  redis: Redis;
  logger: Logger;
  perSession: number;
  perNetwork: number;
  recordRejection: RecordRejection;
}

const WINDOW_MS = 60_000;

/**
 * Returns the check that throws TOO_MANY_REQUESTS for calls beyond the limit per minute. It counts signed-in calls by
 * session and all others by client network.
 */
export function createRateLimit(options: RateLimitOptions): (request: FastifyRequest) => void {
  const { redis, logger, perSession, perNetwork, recordRejection } = options;
  const counts = createCallCounts({ redis, logger, windowMs: WINDOW_MS });
  return (request) => {
    const { viewer, network } = request;
    const { calls, remainingMs } = counts.add(viewer ? `session:${viewer.sessionId}` : network);
    if (calls <= (viewer ? perSession : perNetwork)) return;
    recordRejection(request, viewer ? 'session-rate' : 'network-rate');
    throw new AppError('TOO_MANY_REQUESTS', {
      retryAfterSeconds: Math.max(1, Math.ceil(remainingMs / 1000)),
    });
  };
}
