import { AppError, type Authentication } from '@larksong/service-kit';
import type { FastifyReply, FastifyRequest } from 'fastify';

import { isBelow } from '../proxy/upstreams.ts';
import type { KnownSiteAccess } from '../site-access.ts';

const RETRY_AFTER_SECONDS = 1;

/**
 * Returns the check that admits only signed-in people to the calls of players while the game is closed. Throws
 * UNAUTHENTICATED for others, and UNAVAILABLE until catalog has said whether it is.
 */
export function createClosedGameGuard(deps: {
  siteAccess: KnownSiteAccess;
  authentication: Authentication;
}): (request: FastifyRequest, reply: FastifyReply, path: string) => Promise<void> {
  return async (request, reply, path) => {
    if (!isBelow(path, '/api/game')) return;
    const access = await deps.siteAccess.get();
    if (access?.game === 'everybody') return;
    if (!access && request.headers.authorization === undefined)
      throw new AppError('UNAVAILABLE', { retryAfterSeconds: RETRY_AFTER_SECONDS });
    await deps.authentication.authenticate(request, reply, 'member');
  };
}
