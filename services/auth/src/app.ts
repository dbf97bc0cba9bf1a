import {
  buildServer,
  checkDatabase,
  createAuthentication,
  createRegister,
  type Logger,
} from '@larksong/service-kit';
import type { FastifyInstance } from 'fastify';
import type { Redis } from 'ioredis';

import { registerAdmin } from './accounts/admin-routes.ts';
import type { PasswordHasher } from './accounts/password-hasher.ts';
import { registerProfile } from './accounts/profile-routes.ts';
import { registerAccounts } from './accounts/routes.ts';
import type { Config } from './config.ts';
import type { Db } from './db/tables.ts';
import { deriveKey } from './derive-key.ts';
import { registerInvitations } from './invitations/routes.ts';
import type { KeyRing } from './keys/key-ring.ts';
import { registerKeptMails } from './kept-mails/routes.ts';
import { registerKeys } from './keys/routes.ts';
import { createPlaces } from './known-places/place.ts';
import { registerLinks } from './links/routes.ts';
import { registerMails } from './mail/routes.ts';
import { smtpServer } from './mail/sender.ts';
import { announceEndedSessions } from './sessions/announce-ended.ts';
import { createLocalSessions } from './sessions/local-sessions.ts';
import { registerSessions } from './sessions/routes.ts';
import { createTokenIssuer } from './sessions/token-issuer.ts';
import { createRedisCounters } from './throttle/counters.ts';
import { createLocalCounters } from './throttle/local-counters.ts';
import { createThrottle, type Throttle } from './throttle/throttle.ts';

export interface AppDeps {
  config: Config;
  logger: Logger;
  db: Db;
  redis: Redis;
  throttle: Throttle;
  keys: KeyRing;
  passwords: PasswordHasher;
  outbox: { poke(): void };
}

export function buildApp(deps: AppDeps): FastifyInstance {
  const { config, logger, db, redis, throttle, keys, passwords, outbox } = deps;
  const app = buildServer({ name: 'auth', logger, checks: { database: () => checkDatabase(db) } });
  const { ACCESS_TOKEN_SECONDS: accessTokenSeconds } = config;
  announceEndedSessions(app, { db, redis, logger, accessTokenSeconds });
  const register = createRegister(app, {
    authentication: createAuthentication({ keys: keys.verifyKey, sessions: createLocalSessions(db) }),
    internalToken: config.INTERNAL_TOKEN,
  });
  const places = createPlaces({
    key: deriveKey(config.AUTH_SECRET, 'known places'),
    isSecure: config.PUBLIC_URL.startsWith('https:'),
    lifetimeDays: config.KNOWN_PLACE_DAYS,
  });
  const tokens = createTokenIssuer({
    db,
    keys,
    places,
    settings: {
      successorKey: deriveKey(config.AUTH_SECRET, 'refresh tokens'),
      sessionDays: config.SESSION_DAYS,
      repeatSeconds: config.REFRESH_REPEAT_SECONDS,
      accessTokenSeconds,
    },
  });
  const passwordWork = { db, passwords, places, throttle };
  const registration = config.REGISTRATION;
  const invitations = { canRegister: registration !== 'closed', lifetimeDays: config.INVITATION_DAYS };
  registerKeys(app, { keys });
  registerAccounts(register, { ...passwordWork, tokens, outbox, registration });
  registerLinks(register, { ...passwordWork, outbox });
  registerMails(register, { db, outbox });
  registerProfile(register, passwordWork);
  registerSessions(register, { db, tokens });
  registerAdmin(register, { db, outbox });
  registerInvitations(register, { db, outbox, ...invitations });
  registerKeptMails(register, {
    db,
    key: deriveKey(config.AUTH_SECRET, 'kept mails'),
    hasMailServer: smtpServer(config) !== undefined,
  });
  return app;
}

/** The limits of the settings, counted in Redis. */
export function throttleOf(deps: { config: Config; redis: Redis; logger: Logger }): Throttle {
  const { config, redis, logger } = deps;
  return createThrottle({
    redis: createRedisCounters(redis),
    local: createLocalCounters(),
    logger,
    rules: {
      freeFailures: config.SIGN_IN_FREE_FAILURES,
      longestDelaySeconds: config.SIGN_IN_LONGEST_DELAY_SECONDS,
      triesPerAccountAndHour: config.SIGN_IN_TRIES_PER_ACCOUNT,
      failuresPerNetworkAndHour: config.SIGN_IN_FAILURES_PER_ADDRESS,
      slowNetworkSeconds: config.SIGN_IN_SLOW_ADDRESS_SECONDS,
      registrationsPerHour: config.REGISTRATIONS_PER_HOUR,
      mailsPerAccountAndHour: config.MAILS_PER_ACCOUNT,
      mailsPerNetworkAndHour: config.MAILS_PER_ADDRESS,
    },
  });
}
