import { auth, STREAM_COOKIE_SECONDS } from '@larksong/contracts';
import { addEndedSessions, type Logger } from '@larksong/service-kit';
import type { FastifyInstance } from 'fastify';
import type { Redis } from 'ioredis';

import type { Db } from '../db/tables.ts';
import { listJustRevoked } from './store.ts';

const ENDING = new Set(
  [
    auth.changePassword,
    auth.endOtherSessions,
    auth.endSession,
    auth.logout,
    auth.resetPassword,
    auth.updateAccount,
  ].map(({ method, path }) => `${method} ${path}`),
);
/** Longer than a call takes, so that none is missed; saying it twice does no harm. */
const LOOK_BACK_SECONDS = 60;
/** A service may give a cookie for as long as it remembers the session as alive. */
const MARGIN_SECONDS = 120;

/**
 * Before a call that ends sessions is answered, tells the other services of them by Redis: they could not ask if auth
 * fell silent right after. Where Redis is away too, they learn of it only from auth.
 */
export function announceEndedSessions(
  app: FastifyInstance,
  deps: { db: Db; redis: Redis; logger: Logger; accessTokenSeconds: number },
): void {
  const lifetimeSeconds = Math.max(deps.accessTokenSeconds, STREAM_COOKIE_SECONDS) + MARGIN_SECONDS;
  app.addHook('onSend', async (request, reply) => {
    if (reply.statusCode >= 300 || !ENDING.has(`${request.method} ${request.routeOptions.url}`)) return;
    try {
      const ids = await listJustRevoked(deps.db, LOOK_BACK_SECONDS);
      await addEndedSessions(deps.redis, ids, lifetimeSeconds);
    } catch (error) {
      deps.logger.warn({ err: error }, 'ended sessions could not be announced');
    }
  });
}
