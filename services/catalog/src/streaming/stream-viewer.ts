import { STREAM_COOKIE } from '@larksong/contracts';
import {
  AppError,
  SESSION_MAX_AGE_SECONDS,
  type Authentication,
  type SessionDirectory,
  type Viewer,
} from '@larksong/service-kit';
import type { FastifyRequest } from 'fastify';

import type { StreamCookies } from './stream-cookie.ts';

export interface StreamViewers {
  authentication: Authentication;
  cookies: StreamCookies;
  sessions: SessionDirectory;
}

interface StreamViewer {
  viewer: Viewer | null;
  /** Auth says that the session is alive, so that a cookie may be given for it. */
  isConfirmed: boolean;
}

const NOBODY: StreamViewer = { viewer: null, isConfirmed: false };

/**
 * Who asks for something below `/hls/`: by bearer token, else by the stream cookie, else nobody. The session of either
 * is asked for at most 10 s late.
 */
export async function findStreamViewer(request: FastifyRequest, deps: StreamViewers): Promise<StreamViewer> {
  const { authorization } = request.headers;
  if (authorization !== undefined) {
    const token = /^Bearer (\S+)$/i.exec(authorization)?.[1];
    if (token === undefined) throw new AppError('UNAUTHENTICATED');
    return checkSession(await deps.authentication.verify(token), deps.sessions);
  }
  const value = request.cookies[STREAM_COOKIE];
  const cookie = value === undefined ? undefined : await deps.cookies.read(value);
  return cookie ? checkSession(cookie.viewer, deps.sessions) : NOBODY;
}

/** The viewer with the role that auth knows; nobody when the session has ended. While auth is silent the token counts. */
async function checkSession(viewer: Viewer, sessions: SessionDirectory): Promise<StreamViewer> {
  const state = await sessions.get(viewer.sessionId, SESSION_MAX_AGE_SECONDS.stream);
  if (!state) return { viewer, isConfirmed: false };
  if (!state.active) return NOBODY;
  return { viewer: { ...viewer, role: state.role ?? viewer.role }, isConfirmed: state.isStale !== true };
}
