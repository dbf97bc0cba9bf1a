import type { Call } from '@larksong/contracts';
import type { JWTVerifyGetKey } from 'jose';
import { Type, type Static, type TObject } from 'typebox';

import { ServiceUrl, type internalConfig } from '../run/config.ts';
import { createInternalClient } from '../http/internal-client.ts';
import { createKeySet } from './key-set.ts';
import type { Logger } from '../base/logger.ts';
import { createEndedFeed } from './ended-feed.ts';
import { createNestSessionDirectory, type NestSessionDirectory } from './nest-sessions.ts';
import { createSessionDirectory, type SessionDirectory } from './sessions.ts';

/** Settings of every service that authenticates calls through auth. */
export const authConfig = {
  AUTH_URL: ServiceUrl,
  /** Interval between probes of auth while it does not respond. */
  AUTH_PROBE_SECONDS: Type.Number({ minimum: 0.1, default: 3 }),
};
type AuthConfig = Static<TObject<typeof authConfig & typeof internalConfig>>;

/** The sources for authenticating a call: public keys for tokens, and the states of sessions. */
export interface Trust {
  keys: JWTVerifyGetKey;
  sessions: SessionDirectory;
  nestSessions: NestSessionDirectory;
}

interface AuthConnection extends Trust {
  /** Makes internal calls to auth. */
  call: Call;
}

/**
 * Connects to auth: its keys, its sessions and its internal calls. `listEnded` lists recently ended sessions, for use
 * while auth does not respond. `trust` replaces keys and sessions, which are then not fetched.
 */
export function connectToAuth(
  config: AuthConfig,
  options: { logger: Logger; listEnded?: () => Promise<string[]>; trust?: Trust | undefined },
): AuthConnection {
  const { logger, listEnded, trust } = options;
  const { AUTH_URL, AUTH_PROBE_SECONDS: probeSeconds } = config;
  const call = createInternalClient({ baseUrl: AUTH_URL, internalToken: config.INTERNAL_TOKEN });
  if (trust) return { call, ...trust };
  const endedFeed = createEndedFeed({ call });
  const directory = { call, logger, probeSeconds, endedFeed, ...(listEnded ? { listEnded } : {}) };
  return {
    call,
    keys: createKeySet(new URL('/.well-known/jwks.json', AUTH_URL), { logger, pauseMs: probeSeconds * 1000 }),
    sessions: createSessionDirectory(directory),
    nestSessions: createNestSessionDirectory(directory),
  };
}
