import { auth, STREAM_COOKIE_SECONDS } from '@larksong/contracts';
import { addEndedSessions, type Logger } from '@larksong/service-kit';
import type { FastifyInstance } from 'fastify';
import type { Redis } from 'ioredis';

import type { Db } from '../db/tables.ts';
import { listJustRevoked } from './store.ts';

const ENDING = new Set(
  [
    auth.changePassword,
    auth.endHandOver,
    auth.endNestDevice,
    auth.endOtherSessions,
    auth.endSession,
    auth.finishSetup,
    auth.handOver,
    auth.logout,
    auth.planDeletion,
    auth.resetPassword,
    auth.takeBackClassCard,
    auth.takeBackNestCard,
    auth.updateAccount,
  ].map(({ method, path }) => `${method} ${path}`),
);
/** Longer than a call takes, so that none is missed; announcing a session twice is harmless. */
const LOOK_BACK_SECONDS = 60;
/** A service may set a cookie for as long as it caches the session as active. */
const MARGIN_SECONDS = 120;

interface AnnounceDeps {
  db: Db;
  redis: Redis;
  logger: Logger;
  accessTokenSeconds: number;
}

/**
 * Announces ended sessions to the other services through Redis before the response to the call that ended them, in case
 * auth becomes unavailable right after. If Redis is unavailable too, they learn of it only from auth.
 */
export function announceEndedSessions(app: FastifyInstance, deps: AnnounceDeps): void {
  app.addHook('onSend', async (request, reply) => {
    if (reply.statusCode >= 300 || !ENDING.has(`${request.method} ${request.routeOptions.url}`)) return;
    await announceSessions(deps, () => listJustRevoked(deps.db, LOOK_BACK_SECONDS));
  });
}

/** Announces sessions as `announceEndedSessions` does; only logs a failure. */
export async function announceSessions(
  deps: Omit<AnnounceDeps, 'db'>,
  listIds: () => Promise<string[]>,
): Promise<void> {
  const lifetimeSeconds = Math.max(deps.accessTokenSeconds, STREAM_COOKIE_SECONDS) + MARGIN_SECONDS;
  try {
    await addEndedSessions(deps.redis, await listIds(), lifetimeSeconds);
  } catch (error) {
    deps.logger.warn({ err: error }, 'ended sessions could not be announced');
  }
}
