import type { Access, auth } from '@larksong/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { errors, jwtVerify, type JWTVerifyGetKey } from 'jose';

import { AppError } from './errors.ts';
import { createKeySet } from './key-set.ts';
import type { Logger } from './logger.ts';
import type { SessionDirectory } from './sessions.ts';

export const TOKEN_ISSUER = 'larksong';
export const TOKEN_AUDIENCE = 'larksong';
export const TOKEN_TYPE = 'at+jwt'; // RFC 9068
export const TOKEN_ALGORITHM = 'EdDSA';

/** Whoever makes a call, as their access token says. */
export interface Viewer {
  id: string;
  username: string;
  role: auth.Role;
  sessionId: string;
}

const SESSION_ID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** Longest age of a cached session state in seconds, by what it decides (design section 4). */
export const SESSION_MAX_AGE_SECONDS = { superadmin: 5, stream: 10, other: 60 } as const;

export interface Authentication {
  /** Verifies a token alone; throws UNAUTHENTICATED, or UNAVAILABLE when the keys cannot be fetched. */
  verify: (token: string) => Promise<Viewer>;
  /** Decides whether a request may go on, and as whom. */
  authenticate: (
    request: FastifyRequest,
    reply: FastifyReply,
    access: Exclude<Access, 'anyone' | 'internal'>,
  ) => Promise<Viewer | null>;
}

interface AuthenticationOptions {
  /** The public keys of auth: `createKeySet` where they are fetched from it. */
  keys: JWTVerifyGetKey;
  sessions: SessionDirectory;
  /** Called with every viewer whose session auth has confirmed, for what hangs on a signed-in answer (the stream cookie). */
  onConfirmed?: (viewer: Viewer, request: FastifyRequest, reply: FastifyReply) => Promise<void>;
}

/**
 * Returns a function that verifies a token with the keys that auth publishes at `keysUrl`, and asks nobody whether its
 * session is alive. It throws as `Authentication.verify` does.
 */
export function createTokenVerifier(keysUrl: URL, logger: Logger): Authentication['verify'] {
  const keys = createKeySet(keysUrl, { logger });
  return (token) => verifyToken(token, keys);
}

export function createAuthentication(options: AuthenticationOptions): Authentication {
  const verify = (token: string) => verifyToken(token, options.keys);
  return {
    verify,
    authenticate: async (request, reply, access) => {
      const token = bearerOf(request);
      if (token === null) {
        if (access === 'viewer') return null;
        throw new AppError('UNAUTHENTICATED');
      }
      const viewer = await verify(token);
      const { trusted, isConfirmed } = await checkSession(viewer, access, options.sessions);
      if (isConfirmed) await options.onConfirmed?.(trusted, request, reply);
      return trusted;
    },
  };
}

interface Checked {
  trusted: Viewer;
  /** False while auth is silent: the viewer is let through by the token alone. */
  isConfirmed: boolean;
}

async function checkSession(viewer: Viewer, access: Access, sessions: SessionDirectory): Promise<Checked> {
  const isForSuperadmins = access === 'superadmin';
  const maxAgeSeconds = SESSION_MAX_AGE_SECONDS[isForSuperadmins ? 'superadmin' : 'other'];
  const state = await sessions.get(viewer.sessionId, maxAgeSeconds);
  if (state && !state.active) throw new AppError('UNAUTHENTICATED');
  // The session knows of a promotion before the next token does, and of a demotion as well.
  const trusted = state?.role ? { ...viewer, role: state.role } : viewer;
  const isConfirmed = state !== undefined && state.isStale !== true;
  if (isForSuperadmins) {
    if (trusted.role !== 'superadmin') throw new AppError('FORBIDDEN');
    if (!isConfirmed) throw new AppError('UNAVAILABLE', { retryAfterSeconds: 2 });
  }
  return { trusted, isConfirmed };
}

function bearerOf(request: FastifyRequest): string | null {
  const header = request.headers.authorization;
  if (header === undefined) return null;
  const match = /^Bearer ([\w-]+\.[\w-]+\.[\w-]+)$/i.exec(header);
  if (!match?.[1]) throw new AppError('UNAUTHENTICATED');
  return match[1];
}

async function verifyToken(token: string, keys: JWTVerifyGetKey): Promise<Viewer> {
  try {
    const { payload } = await jwtVerify(token, keys, {
      algorithms: [TOKEN_ALGORITHM],
      issuer: TOKEN_ISSUER,
      audience: TOKEN_AUDIENCE,
      typ: TOKEN_TYPE,
      requiredClaims: ['sub', 'sid', 'role', 'username', 'exp'],
    });
    // Auth could not be asked for it, which would pass for auth being away.
    if (!SESSION_ID.test(String(payload['sid']))) throw new AppError('UNAUTHENTICATED');
    return {
      id: String(payload.sub),
      username: String(payload['username']),
      role: payload['role'] === 'superadmin' ? 'superadmin' : 'user',
      sessionId: String(payload['sid']),
    };
  } catch (cause) {
    if (cause instanceof AppError) throw cause;
    // jose marks everything that is wrong with a token by its own classes; anything else means that there are no keys.
    if (cause instanceof errors.JOSEError) throw new AppError('UNAUTHENTICATED', { cause });
    throw new AppError('UNAVAILABLE', { cause, retryAfterSeconds: 2 });
  }
}
