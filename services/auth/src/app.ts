import {
  buildServer,
  checkDatabase,
  createAuthentication,
  type Guards,
  type Logger,
} from '@larksong/service-kit';
import type { FastifyInstance } from 'fastify';
import type { Redis } from 'ioredis';
import { createLocalJWKSet } from 'jose';

import type { PasswordHasher } from './accounts/password-hasher.ts';
import { accountRoutes } from './accounts/routes.ts';
import type { Config } from './config.ts';
import type { Db } from './db/tables.ts';
import { deriveKey } from './derive-key.ts';
import { keyRoutes } from './keys/routes.ts';
import type { SigningKey } from './keys/signing-key.ts';
import { createLocalSessions } from './sessions/local-sessions.ts';
import { sessionRoutes } from './sessions/routes.ts';
import { createTokenIssuer } from './sessions/token-issuer.ts';

export interface AppDeps {
  config: Config;
  logger: Logger;
  db: Db;
  redis: Redis;
  signingKey: SigningKey;
  passwords: PasswordHasher;
}

export function buildApp({ config, logger, db, redis, signingKey, passwords }: AppDeps): FastifyInstance {
  const app = buildServer({ name: 'auth', logger, checks: { database: () => checkDatabase(db) } });
  const guards: Guards = {
    authentication: createAuthentication({
      keys: createLocalJWKSet({ keys: [signingKey.publicJwk] }),
      sessions: createLocalSessions(db),
    }),
    internalToken: config.INTERNAL_TOKEN,
  };
  const tokens = createTokenIssuer({
    db,
    signingKey,
    settings: {
      successorKey: deriveKey(config.AUTH_SECRET, 'refresh tokens'),
      sessionDays: config.SESSION_DAYS,
      repeatSeconds: config.REFRESH_REPEAT_SECONDS,
      accessTokenSeconds: config.ACCESS_TOKEN_SECONDS,
    },
  });
  const registration = {
    isOpen: config.REGISTRATION === 'open',
    perHour: config.REGISTRATIONS_PER_HOUR,
    redis,
  };
  void app.register(keyRoutes, { signingKey });
  void app.register(accountRoutes, { db, passwords, tokens, guards, registration });
  void app.register(sessionRoutes, { db, tokens, guards });
  return app;
}
