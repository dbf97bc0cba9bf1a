import { auth } from '@larksong/contracts';
import { createNestAuthentication, type Logger } from '@larksong/service-kit';
import { createBrowserCookies, createGuesses } from '@larksong/service-kit/codes';
import type { Redis } from 'ioredis';

import type { Config } from '../config.ts';
import type { Db } from '../db/tables.ts';
import { deriveKey } from '../derive-key.ts';
import type { KeyRing } from '../keys/key-ring.ts';
import { createCardKeys } from '../nests/card-keys.ts';
import { createNestCookies } from '../nests/cookies.ts';
import { createNestIssuer } from './issuer.ts';
import { createLocalNestSessions } from './local-sessions.ts';

/** Returns the parts of auth that only nests need, by its settings. */
export function createNestParts(
  config: Config,
  { db, redis, keys, logger }: { db: Db; redis: Redis; keys: KeyRing; logger: Logger },
) {
  const nestSessions = createLocalNestSessions(db);
  const cardKeys = createCardKeys(config);
  const secure = config.PUBLIC_URL.startsWith('https:');
  return {
    nestIssuer: createNestIssuer({
      db,
      keys,
      settings: {
        successorKey: deriveKey(config.AUTH_SECRET, 'nest tokens'),
        sessionDays: config.NEST_SESSION_DAYS,
        repeatSeconds: config.REFRESH_REPEAT_SECONDS,
        accessTokenSeconds: config.ACCESS_TOKEN_SECONDS,
        devicesPerNest: auth.MAX_NEST_DEVICES,
      },
    }),
    cardKeys,
    browsers: createBrowserCookies({ signing: cardKeys.signing, secure, path: '/api/nest-sessions/' }),
    guesses: createGuesses({ redis, logger, prefix: 'auth:guesses:' }),
    nestCookies: createNestCookies({ isSecure: secure }),
    nestLimits: { perMember: config.NESTS_PER_MEMBER, perTeacher: config.NESTS_PER_TEACHER },
    nestAuthentication: createNestAuthentication({ keys: keys.verifyKey, nestSessions }),
  };
}
