import { STREAM_COOKIE } from '@larksong/contracts';
import {
  AppError,
  SESSION_MAX_AGE_SECONDS,
  withState,
  type Authentication,
  type NestCaller,
  type SessionDirectory,
  type Viewer,
} from '@larksong/service-kit';
import type { FastifyRequest } from 'fastify';

import type { NestViewer, ToVideoViewer, VideoViewer } from '../library/videos/viewer.ts';
import { isNestHere, type NestStreams } from './nest-stream-cookie.ts';
import type { StreamCookies } from './stream-cookie.ts';

export interface WatcherDeps extends StreamViewers {
  toVideoViewer: ToVideoViewer;
  nestStreams: NestStreams;
  toNestViewer: (nest: NestCaller) => Promise<NestViewer>;
}

export interface StreamViewers {
  authentication: Authentication;
  cookies: StreamCookies;
  sessions: SessionDirectory;
}

interface StreamViewer {
  viewer: Viewer | null;
  /** Whether auth confirmed the session, so that a cookie may be issued for it. */
  isConfirmed: boolean;
}

const NOBODY: StreamViewer = { viewer: null, isConfirmed: false };

/**
 * Returns the viewer of a request below `/hls/`: by bearer token, otherwise by stream cookie, otherwise null. A session
 * that ended is noticed within 5 s.
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

/** Who watches: an account, a visitor, or a nest. */
export interface Watcher extends StreamViewer {
  watcher: VideoViewer;
  nest: NestCaller | null;
}

/**
 * Returns who watches a request below `/hls/`. In a browser in which a nest is, only the cookie of the nest counts: throws
 * VIDEO_NOT_FOUND without a valid one.
 */
export async function findWatcher(request: FastifyRequest, deps: WatcherDeps): Promise<Watcher> {
  if (!isNestHere(request)) {
    const found = await findStreamViewer(request, deps);
    return { ...found, watcher: await deps.toVideoViewer(found.viewer), nest: null };
  }
  const nest = await deps.nestStreams.find(request);
  if (!nest) throw new AppError('VIDEO_NOT_FOUND');
  return { ...NOBODY, watcher: await deps.toNestViewer(nest), nest };
}

/**
 * Returns the viewer with the current role from auth; null if the session has ended. While auth does not answer, the
 * token is trusted.
 */
async function checkSession(viewer: Viewer, sessions: SessionDirectory): Promise<StreamViewer> {
  const state = await sessions.get(viewer.sessionId, SESSION_MAX_AGE_SECONDS.stream);
  if (!state) return { viewer, isConfirmed: false };
  if (!state.active) return NOBODY;
  return { viewer: withState(viewer, state), isConfirmed: state.isStale !== true };
}
