import { STREAM_COOKIE } from '@larksong/contracts';
import {
  AppError,
  SESSION_MAX_AGE_SECONDS,
  type Authentication,
  type SessionDirectory,
  type Viewer,
} from '@larksong/service-kit';
import type { FastifyReply, FastifyRequest } from 'fastify';

import type { StreamCookies } from './stream-cookie.ts';

export interface StreamViewers {
  authentication: Authentication;
  cookies: StreamCookies;
  sessions: SessionDirectory;
}

/**
 * Who asks for something below `/hls/`: by bearer token, else by the stream cookie, else nobody. The session of either
 * is asked for at most 10 s late; a cookie past half of its time is replaced on the way.
 */
export async function findStreamViewer(
  request: FastifyRequest,
  reply: FastifyReply,
  deps: StreamViewers,
): Promise<Viewer | null> {
  const { authorization } = request.headers;
  if (authorization !== undefined) {
    const token = /^Bearer (\S+)$/i.exec(authorization)?.[1];
    if (token === undefined) throw new AppError('UNAUTHENTICATED');
    return keepAlive(await deps.authentication.verify(token), deps.sessions);
  }
  const value = request.cookies[STREAM_COOKIE];
  const cookie = value === undefined ? undefined : await deps.cookies.read(value);
  if (!cookie) return null;
  const viewer = await keepAlive(cookie.viewer, deps.sessions);
  if (viewer && cookie.isAgeing) reply.header('set-cookie', await deps.cookies.issue(viewer));
  return viewer;
}

/** The viewer with the role that auth knows; null when the session has ended. With auth away the token alone counts. */
async function keepAlive(viewer: Viewer, sessions: SessionDirectory): Promise<Viewer | null> {
  const state = await sessions.get(viewer.sessionId, SESSION_MAX_AGE_SECONDS.stream);
  if (!state) return viewer;
  return state.active ? { ...viewer, role: state.role ?? viewer.role } : null;
}
