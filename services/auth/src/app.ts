import {
  buildServer,
  checkDatabase,
  createAuthentication,
  type Guards,
  type Logger,
} from '@larksong/service-kit';
import type { FastifyInstance } from 'fastify';
import type { Redis } from 'ioredis';

import { adminRoutes } from './accounts/admin-routes.ts';
import type { PasswordHasher } from './accounts/password-hasher.ts';
import { profileRoutes } from './accounts/profile-routes.ts';
import { accountRoutes } from './accounts/routes.ts';
import type { Config } from './config.ts';
import type { Db } from './db/tables.ts';
import { deriveKey } from './derive-key.ts';
import { invitationRoutes } from './invitations/routes.ts';
import type { KeyRing } from './keys/key-ring.ts';
import { keyRoutes } from './keys/routes.ts';
import { linkRoutes } from './links/routes.ts';
import { mailRoutes } from './mail/routes.ts';
import { announceEndedSessions } from './sessions/announce-ended.ts';
import { createLocalSessions } from './sessions/local-sessions.ts';
import { sessionRoutes } from './sessions/routes.ts';
import { createTokenIssuer } from './sessions/token-issuer.ts';
import { createLocalCounters, createRedisCounters } from './throttle/counters.ts';
import { createThrottle, type Throttle } from './throttle/throttle.ts';

export interface AppDeps {
  config: Config;
  logger: Logger;
  db: Db;
  redis: Redis;
  keys: KeyRing;
  passwords: PasswordHasher;
  outbox: { poke(): void };
}

export function buildApp({ config, logger, db, redis, keys, passwords, outbox }: AppDeps): FastifyInstance {
  const app = buildServer({ name: 'auth', logger, checks: { database: () => checkDatabase(db) } });
  const { ACCESS_TOKEN_SECONDS: accessTokenSeconds } = config;
  announceEndedSessions(app, { db, redis, logger, accessTokenSeconds });
  const guards: Guards = {
    authentication: createAuthentication({ keys: keys.verifyKey, sessions: createLocalSessions(db) }),
    internalToken: config.INTERNAL_TOKEN,
  };
  const tokens = createTokenIssuer({
    db,
    keys,
    settings: {
      successorKey: deriveKey(config.AUTH_SECRET, 'refresh tokens'),
      sessionDays: config.SESSION_DAYS,
      repeatSeconds: config.REFRESH_REPEAT_SECONDS,
      accessTokenSeconds,
    },
  });
  const throttle = throttleOf({ config, redis, logger });
  const registration = config.REGISTRATION;
  const invitations = { canRegister: registration !== 'closed', lifetimeDays: config.INVITATION_DAYS };
  void app.register(keyRoutes, { keys });
  void app.register(accountRoutes, { db, passwords, tokens, throttle, outbox, guards, registration });
  void app.register(linkRoutes, { db, passwords, throttle, outbox, guards });
  void app.register(mailRoutes, { db, outbox, guards });
  void app.register(profileRoutes, { db, passwords, throttle, guards });
  void app.register(sessionRoutes, { db, tokens, guards });
  void app.register(adminRoutes, { db, outbox, guards });
  void app.register(invitationRoutes, { db, outbox, guards, ...invitations });
  return app;
}

function throttleOf({ config, redis, logger }: Pick<AppDeps, 'config' | 'redis' | 'logger'>): Throttle {
  return createThrottle({
    redis: createRedisCounters(redis),
    local: createLocalCounters(),
    logger,
    rules: {
      freeFailures: config.SIGN_IN_FREE_FAILURES,
      longestDelaySeconds: config.SIGN_IN_LONGEST_DELAY_SECONDS,
      failuresPerAddressAndHour: config.SIGN_IN_FAILURES_PER_ADDRESS,
      registrationsPerHour: config.REGISTRATIONS_PER_HOUR,
      mailsPerAccountAndHour: config.MAILS_PER_ACCOUNT,
      mailsPerAddressAndHour: config.MAILS_PER_ADDRESS,
    },
  });
}
