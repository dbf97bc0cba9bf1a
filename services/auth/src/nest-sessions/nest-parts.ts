import { auth } from '@larksong/contracts';
import { createNestAuthentication } from '@larksong/service-kit';

import type { Config } from '../config.ts';
import type { Db } from '../db/tables.ts';
import { deriveKey } from '../derive-key.ts';
import type { KeyRing } from '../keys/key-ring.ts';
import { createCardKeys } from '../nests/card-keys.ts';
import { createNestCookies } from '../nests/cookies.ts';
import { createNestIssuer } from './issuer.ts';
import { createLocalNestSessions } from './local-sessions.ts';

/** Returns the parts of auth that only nests need, by its settings. */
export function createNestParts(config: Config, { db, keys }: { db: Db; keys: KeyRing }) {
  const nestSessions = createLocalNestSessions(db);
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
    cardKeys: createCardKeys(config),
    nestCookies: createNestCookies({ isSecure: config.PUBLIC_URL.startsWith('https:') }),
    nestLimits: { perMember: config.NESTS_PER_MEMBER, perTeacher: config.NESTS_PER_TEACHER },
    nestAuthentication: createNestAuthentication({ keys: keys.verifyKey, nestSessions }),
  };
}
