import type { NestAccess } from '@larksong/contracts';
import type { FastifyRequest } from 'fastify';
import { decodeProtectedHeader, type JWTVerifyGetKey } from 'jose';

import { AppError } from '../base/errors.ts';
import { bearerOf } from './authentication.ts';
import type { NestSessionDirectory, NestOfSession } from './nest-sessions.ts';
import { verifyClaims, type TokenKind } from './verify-claims.ts';

// Nests and the doors of their devices. Neither is a viewer, and nothing that takes a viewer can be given one of these.

export const NEST_TOKEN: TokenKind = { type: 'nest+jwt', audience: 'larksong-nest' };
export const DOOR_TOKEN: TokenKind = { type: 'door+jwt', audience: 'larksong-door' };

/** Maximum age of the state of a nest's session, for calls and streams. */
export const NEST_SESSION_MAX_AGE_SECONDS = 5;

/** A child's place as the caller. */
export interface NestCaller {
  nestId: string;
  /** Who may see what the nest may show at most. */
  ownerId: string;
  /** The id of its rule: its own, or its class. */
  ruleId: string;
  sessionId: string;
}

/** The grown-up at the door of a device, who may do what concerns its nests, and nothing else. */
export interface DoorCaller {
  sessionId: string;
  /** Whose PIN opened it. */
  memberId: string;
  nests: readonly NestOfSession[];
}

interface NestCallers {
  nest: NestCaller;
  door: DoorCaller;
}

export interface NestAuthentication {
  /**
   * Returns the nest of a token. Throws UNAUTHENTICATED, also if its session has ended or the nest left it, or UNAVAILABLE
   * if the keys cannot be fetched. While auth does not respond, its last answer counts, or else the token.
   */
  checkNest: (token: string) => Promise<NestCaller>;
  /** Returns the door of a token. Throws as `checkNest` does, and UNAVAILABLE also if auth does not confirm the session. */
  checkDoor: (token: string) => Promise<DoorCaller>;
  /** Does the same with the bearer token of a request; throws UNAUTHENTICATED without one. */
  authenticate: <A extends NestAccess>(request: FastifyRequest, access: A) => Promise<NestCallers[A]>;
}

/** Returns the authentication of nests and doors: tokens are verified with `keys`, sessions looked up in `nestSessions`. */
export function createNestAuthentication(trust: {
  /** The public keys of auth. */
  keys: JWTVerifyGetKey;
  nestSessions: NestSessionDirectory;
}): NestAuthentication {
  const checks = {
    nest: (token: string) => checkNest(token, trust),
    door: (token: string) => checkDoor(token, trust),
  };
  return {
    checkNest: checks.nest,
    checkDoor: checks.door,
    async authenticate(request, access) {
      const token = bearerOf(request);
      if (token === null) throw new AppError('UNAUTHENTICATED');
      const check = checks[access] as (token: string) => Promise<NestCallers[typeof access]>; // by its key
      return check(token);
    },
  };
}

/** Returns whether a token says that it is one of a nest, which is not verified. */
export function isNestToken(token: string): boolean {
  try {
    return decodeProtectedHeader(token).typ === NEST_TOKEN.type;
  } catch {
    return false;
  }
}

type Trust = Parameters<typeof createNestAuthentication>[0];

async function checkNest(token: string, { keys, nestSessions }: Trust): Promise<NestCaller> {
  const claims = await verifyClaims(token, keys, { kind: NEST_TOKEN, ids: ['sub', 'sid', 'own', 'rule'] });
  const caller = {
    nestId: String(claims.sub),
    ownerId: String(claims['own']),
    ruleId: String(claims['rule']),
    sessionId: String(claims['sid']),
  };
  const state = await nestSessions.get(caller.sessionId, NEST_SESSION_MAX_AGE_SECONDS);
  if (!state) return caller;
  const nest = state.active ? state.nests.find(({ id }) => id === caller.nestId) : undefined;
  if (!nest) throw new AppError('UNAUTHENTICATED');
  return { ...caller, ownerId: nest.ownerId, ruleId: nest.ruleId };
}

async function checkDoor(token: string, { keys, nestSessions }: Trust): Promise<DoorCaller> {
  const claims = await verifyClaims(token, keys, { kind: DOOR_TOKEN, ids: ['sub', 'sid', 'mem'] });
  const [sessionId, memberId] = [String(claims['sid']), String(claims['mem'])];
  const state = await nestSessions.get(sessionId, NEST_SESSION_MAX_AGE_SECONDS);
  if (state && (!state.active || state.memberId !== memberId)) throw new AppError('UNAUTHENTICATED');
  if (!state || state.isStale === true) throw new AppError('UNAVAILABLE', { retryAfterSeconds: 2 });
  return { sessionId, memberId, nests: state.nests };
}
