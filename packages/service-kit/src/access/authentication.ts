import {
  because,
  isForStaff,
  type Access,
  type auth,
  type NestAccess,
  type StaffAccess,
} from '@larksong/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { JWTPayload, JWTVerifyGetKey } from 'jose';

import { AppError } from '../base/errors.ts';
import { createKeySet } from './key-set.ts';
import type { Logger } from '../base/logger.ts';
import type { SessionDirectory, SessionState } from './sessions.ts';
import { verifyClaims, type TokenKind } from './verify-claims.ts';

export const TOKEN_AUDIENCE = 'larksong';
export const TOKEN_TYPE = 'at+jwt'; // RFC 9068
const ACCESS_TOKEN: TokenKind = { type: TOKEN_TYPE, audience: TOKEN_AUDIENCE };

/** The caller according to the access token. */
export interface Viewer {
  id: string;
  username: string;
  role: auth.Role;
  /** What a teacher may do; null for everybody else. By the token alone, a teacher is not trusted with anything. */
  teacher: auth.Teacher | null;
  sessionId: string;
}

/** A teacher of whom only the token is known. */
const TEACHER_OF_TOKEN: auth.Teacher = { isTrusted: false, editsLetters: false, quotaBytes: null };

/** Maximum age of a cached session state in seconds, by the decision that depends on it (design section 4). */
export const SESSION_MAX_AGE_SECONDS = { staff: 5, stream: 5, other: 60 } as const;

export interface Authentication {
  /** Verifies a token without its session. Throws UNAUTHENTICATED, or UNAVAILABLE if the keys cannot be fetched. */
  verify: (token: string) => Promise<Viewer>;
  /** Checks the access of a request and returns its viewer. */
  authenticate: (
    request: FastifyRequest,
    reply: FastifyReply,
    access: Exclude<Access, 'anyone' | 'internal' | NestAccess>,
  ) => Promise<Viewer | null>;
  /** Checks the access of a viewer again, later in the same request. Throws FORBIDDEN also if the role has changed. */
  confirm: (viewer: Viewer, access: Access) => Promise<Viewer>;
}

interface AuthenticationOptions {
  /** The public keys of auth, usually from `createKeySet`. */
  keys: JWTVerifyGetKey;
  sessions: SessionDirectory;
  /** Called with every viewer whose session auth has confirmed; sets what signed-in responses carry (the stream cookie). */
  onConfirmed?: (viewer: Viewer, request: FastifyRequest, reply: FastifyReply) => Promise<void>;
}

/**
 * Returns a function that verifies a token with the keys that auth publishes at `keysUrl`, without checking its session.
 * It throws as `Authentication.verify` does.
 */
export function createTokenVerifier(keysUrl: URL, logger: Logger): Authentication['verify'] {
  const keys = createKeySet(keysUrl, { logger });
  return (token) => verifyToken(token, keys);
}

/** Returns the authentication of a service: tokens are verified with `keys`, their sessions looked up in `sessions`. */
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
    confirm: async (viewer, access) => {
      const { trusted } = await checkSession(viewer, access, options.sessions);
      if (trusted.role !== viewer.role) throw new AppError('FORBIDDEN');
      return trusted;
    },
  };
}

interface Checked {
  trusted: Viewer;
  /** False while auth does not respond; the token alone then admits the viewer. */
  isConfirmed: boolean;
}

async function checkSession(viewer: Viewer, access: Access, sessions: SessionDirectory): Promise<Checked> {
  const state = await sessions.get(viewer.sessionId, maxAgeSeconds(viewer, access));
  if (state && !state.active) throw new AppError('UNAUTHENTICATED');
  const trusted = withState(viewer, state);
  const isConfirmed = state !== undefined && state.isStale !== true;
  if (isForStaff(access)) {
    if (!mayCall(trusted, access, isConfirmed)) throw toForbidden(access);
    if (!isConfirmed) throw new AppError('UNAVAILABLE', { retryAfterSeconds: 2 });
  }
  return { trusted, isConfirmed };
}

/** The sentence of the code is about superadmins. */
function toForbidden(access: Access): AppError {
  return access === 'teacher' ? new AppError('FORBIDDEN', because('call.staff')) : new AppError('FORBIDDEN');
}

/** A teacher finds videos that nobody else does, and no longer once that has been taken away. */
function maxAgeSeconds(viewer: Viewer, access: Access): number {
  return SESSION_MAX_AGE_SECONDS[isForStaff(access) || viewer.teacher ? 'staff' : 'other'];
}

/** Returns the viewer with a session's role: it reflects a promotion or a demotion before the next token does. */
export function withState(viewer: Viewer, state: SessionState | undefined): Viewer {
  if (!state?.role) return viewer;
  return { ...viewer, role: state.role, teacher: state.teacher ?? null };
}

/** What a teacher may do is known only from the session, so an unconfirmed one is not refused for that. */
function mayCall({ role, teacher }: Viewer, access: StaffAccess, isConfirmed: boolean): boolean {
  if (role === 'superadmin') return true;
  if (access === 'superadmin' || teacher === null) return false;
  return access === 'teacher' || teacher.editsLetters || !isConfirmed;
}

/** Returns the bearer token of a request, or null without one. Throws UNAUTHENTICATED if the header has another form. */
export function bearerOf(request: FastifyRequest): string | null {
  const header = request.headers.authorization;
  if (header === undefined) return null;
  const match = /^Bearer ([\w-]+\.[\w-]+\.[\w-]+)$/i.exec(header);
  if (!match?.[1]) throw new AppError('UNAUTHENTICATED');
  return match[1];
}

async function verifyToken(token: string, keys: JWTVerifyGetKey): Promise<Viewer> {
  const claims = { ids: ['sid'], others: ['role', 'username'] };
  return toViewer(await verifyClaims(token, keys, { kind: ACCESS_TOKEN, ...claims }));
}

/** Returns the viewer of the verified claims of an access token, or of a cookie that repeats them. */
export function toViewer(payload: JWTPayload): Viewer {
  const role = payload['role'] === 'superadmin' ? 'superadmin' : 'user';
  return {
    id: String(payload.sub),
    username: String(payload['username']),
    role,
    teacher: role === 'user' && payload['teacher'] === true ? TEACHER_OF_TOKEN : null,
    sessionId: String(payload['sid']),
  };
}
