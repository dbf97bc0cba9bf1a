import {
  AppError,
  parseStreamPath,
  parseUuid,
  sendFile,
  sendStreamObject,
  type Slots,
  type StreamTarget,
} from '@larksong/service-kit';
import type { ObjectLinks } from '@larksong/service-kit/storage';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteHandlerMethod } from 'fastify';

import type { RecordNestRefusal } from '../guard/nest.ts';
import type { RecordRejection } from '../guard/refusals.ts';
import { createDeadline } from '../proxy/deadline.ts';
import { acceptsEncoding } from '../accepts-encoding.ts';
import { endsWith, onceEnded } from '../proxy/forward.ts';
import type { ObjectCache } from './object-cache.ts';
import { PLAYLIST_TYPE, type Playlist, type PlaylistCache } from './playlist-cache.ts';
import { credentialsOf, expectsStreamCookie, type RightsDirectory } from './rights.ts';

interface StreamDeps {
  rights: RightsDirectory;
  objects: ObjectCache;
  /** With them, segments are redirected to the S3 server. */
  links: ObjectLinks | undefined;
  playlists: PlaylistCache;
  /** For responses with objects; each is held until its client has read it. */
  slots: Slots;
  /** Timeout for a slot. */
  waitMs: number;
  recordRejection: RecordRejection;
  recordNestRefusal: RecordNestRefusal;
  /** How long shared caches may keep objects of public videos. */
  sharedSeconds: number;
  /** Responds with everything else: playlists that still change, and those that set the stream cookie. */
  forward: RouteHandlerMethod;
}

interface StreamRequest {
  Params: { id: string; '*': string };
}

/**
 * Registers `/hls`: catalog decides who may watch, and the gateway sends stored objects, and the playlists of completed
 * videos.
 */
export function registerStreams(app: FastifyInstance, deps: StreamDeps): void {
  app.route<StreamRequest>({
    method: ['GET', 'HEAD'],
    url: '/hls/:id/*',
    async handler(request, reply) {
      const path = request.params['*'];
      const id = parseUuid(request.params.id);
      const target = id === undefined ? undefined : parseStreamPath(id, path);
      if (id === undefined || !target) return deps.forward.call(app, request, reply);
      if (target.kind === 'object') return sendObject(deps, { request, reply, id, ...target });
      const playlist = await findPlaylist(deps, { request, id, path });
      if (!playlist) return deps.forward.call(app, request, reply);
      return sendPlaylist(request, reply, playlist);
    },
  });
}

async function sendObject(
  deps: StreamDeps,
  of: Extract<StreamTarget, { kind: 'object' }> & {
    request: FastifyRequest;
    reply: FastifyReply;
    id: string;
  },
): Promise<FastifyReply> {
  const { request, reply, contentType, segment } = of;
  try {
    await holdSlot(deps, request, reply);
  } catch (error) {
    if (!reply.raw.destroyed && !request.socket.destroyed) throw error;
    return reply.hijack(); // the client went away while it waited
  }
  const { isPublic } = await getRights(deps, request, { id: of.id, segment });
  if (deps.links && isSegment(of.key)) {
    const link = await deps.links.create(of.key, request.method === 'HEAD' ? 'HEAD' : 'GET');
    return reply.header('cache-control', 'no-store').redirect(link, 302);
  }
  const file = await deps.objects.find(of.key);
  if (!file) throw new AppError('NOT_FOUND');
  return sendStreamObject(request, reply, {
    file,
    contentType,
    // Caches must not send to a nest what visitors get, nor keep what a nest got.
    sharedSeconds: isPublic && !request.isNest ? deps.sharedSeconds : 0,
  });
}

/** Returns the rights of the sender of a request; throws as `RightsDirectory.get` does. */
async function getRights(
  { rights, recordNestRefusal }: Pick<StreamDeps, 'rights' | 'recordNestRefusal'>,
  request: FastifyRequest,
  of: { id: string; segment?: number | undefined },
): ReturnType<RightsDirectory['get']> {
  try {
    return await rights.get(of.id, credentialsOf(request), of.segment);
  } catch (error) {
    if (request.isNest) recordNestRefusal('stream');
    throw error;
  }
}

/** Returns whether an object is a segment. All others are small; browsers keep them, and play subtitles only from the site. */
function isSegment(key: string): boolean {
  return key.endsWith('.m4s');
}

/** Holds a slot until the response has ended. Throws TOO_BUSY if none is free in time. */
async function holdSlot(
  { slots, waitMs, recordRejection }: StreamDeps,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const release = slots.take(request.network);
  if (release) return onceEnded(request, reply, release);
  const over = endsWith(request, reply);
  const deadline = createDeadline();
  deadline.set(waitMs, () => {
    recordRejection(request, 'streams');
    over.abort(new AppError('TOO_BUSY', { retryAfterSeconds: 2 }));
  });
  try {
    await slots.hold(request.network, over.signal);
  } finally {
    deadline.clear();
  }
}

/** Returns a playlist that no longer changes, and needs no cookie; otherwise undefined. */
async function findPlaylist(
  deps: StreamDeps,
  { request, id, path }: { request: FastifyRequest; id: string; path: string },
): ReturnType<PlaylistCache['find']> {
  if (expectsStreamCookie(request)) return undefined;
  const { completedAttempt: attempt } = await getRights(deps, request, { id });
  if (attempt === undefined) return undefined;
  return deps.playlists.find({ videoId: id, attempt, path }, credentialsOf(request).headers);
}

async function sendPlaylist(
  request: FastifyRequest,
  reply: FastifyReply,
  playlist: Playlist,
): Promise<FastifyReply> {
  const isShort = acceptsEncoding(request.headers['accept-encoding'], 'gzip');
  return sendFile(request, reply, {
    file: playlist[isShort ? 'gzip' : 'identity'],
    contentType: PLAYLIST_TYPE,
    headers: {
      'cache-control': 'private, no-cache',
      vary: 'Accept-Encoding',
      ...(isShort && { 'content-encoding': 'gzip' }),
    },
  });
}
