import rateLimit from '@fastify/rate-limit';
import { AppError } from '@larksong/service-kit';
import type { FastifyInstance } from 'fastify';
import type { Redis } from 'ioredis';

export interface RegistrationLimit {
  redis: Redis;
  perHour: number;
}

/** Refuses registrations from one address beyond the limit with TOO_MANY_REQUESTS; lets them pass while Redis is away. */
export async function limitRegistrations(app: FastifyInstance, limit: RegistrationLimit): Promise<void> {
  await app.register(rateLimit, {
    global: true,
    max: limit.perHour,
    timeWindow: '1 hour',
    redis: limit.redis,
    nameSpace: 'auth-registrations-',
    skipOnError: true,
    addHeadersOnExceeding: {
      'x-ratelimit-limit': false,
      'x-ratelimit-remaining': false,
      'x-ratelimit-reset': false,
    },
    errorResponseBuilder: (_request, { ttl }) =>
      new AppError('TOO_MANY_REQUESTS', { retryAfterSeconds: Math.ceil(ttl / 1000) }),
  });
}
