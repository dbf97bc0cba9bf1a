import { catalog } from '@larksong/contracts';
import {
  AppError,
  findStoredFile,
  parseStreamPath,
  parseUuid,
  sendStreamObject,
  type NestCaller,
  type Register,
  type StreamTarget,
} from '@larksong/service-kit';
import type { Storage } from '@larksong/service-kit/storage';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

import type { Db } from '../db/tables.ts';
import { toSegmentUri } from '../library/videos/media-paths.ts';
import {
  canWatch,
  toAccessRules,
  type AccessRules,
  type PlaybackState,
} from '../library/videos/visibility.ts';
import { toMasterPlaylist, toMediaPlaylist } from './playlists.ts';
import { offerStreamCookie } from './offer-stream-cookie.ts';
import { findStream, listRenditionSegments, type StreamRow } from './store.ts';
import { findWatcher, type Watcher, type WatcherDeps } from './stream-viewer.ts';

/** Sound segments are listed as they arrive: the largest value of the column. */
const EVERY_SEGMENT = 2_147_483_647;
const PLAYLIST_TYPE = 'application/vnd.apple.mpegurl';

/** Returns whether a link that the sender of a request has opened shows a video. */
export type IsShownByLink = (
  request: FastifyRequest,
  video: AccessRules & PlaybackState & { id: string },
) => Promise<boolean>;

/** Returns the segments of a song that a nest may load, and begins another minute for the one that it asks for. */
export type PermitSegments = (
  nest: NestCaller,
  song: { videoId: string; durationSeconds: number | null; segment: number | undefined },
) => Promise<{ from: number; until: number }>;

interface StreamDeps extends WatcherDeps {
  db: Db;
  storage: Storage;
  isShownByLink: IsShownByLink;
  permitSegments: PermitSegments;
}

/** Registers `/hls`: playlists from Postgres, segments and pictures from storage, all of them behind `canWatch`. */
export function registerStreaming(app: FastifyInstance, register: Register, deps: StreamDeps): void {
  register(catalog.getStreamRights, async ({ params, query, request, reply }) => {
    const who = await findWatcher(request, deps);
    const stream = await findWatchable(deps, params.id, { ...who, request });
    const { status, attempt } = stream;
    reply.header('cache-control', 'no-store');
    const { nest } = who;
    const visitor = nest ? null : await deps.toVideoViewer(null);
    return {
      data: {
        isPublic: visitor !== null && canWatch(visitor, toAccessRules(stream)),
        ...(status === 'completed' ? { completedAttempt: attempt } : {}),
        ...(nest ? { nest: await deps.permitSegments(nest, toSong(stream, query.segment)) } : {}),
      },
    };
  });
  app.get<{ Params: { id: string; '*': string } }>(
    '/hls/:id/*',
    { exposeHeadRoute: true },
    async (request, reply) => {
      const id = parseUuid(request.params.id);
      const target = id === undefined ? undefined : parseStreamPath(id, request.params['*']);
      if (id === undefined || !target) throw new AppError('NOT_FOUND');
      const who = await findWatcher(request, deps);
      const stream = await findWatchable(deps, id, { ...who, request });
      if (target.kind === 'object') {
        if (who.nest) await refuseSegment(deps, who.nest, toSong(stream, target.segment));
        const file = await findStoredFile(deps.storage, target.key);
        if (!file) throw new AppError('NOT_FOUND');
        return sendStreamObject(request, reply, { file, contentType: target.contentType });
      }
      // Only playlists set the cookie; cached responses must not pass it on to other viewers.
      const { viewer, isConfirmed } = who;
      if (viewer && isConfirmed) await offerStreamCookie(viewer, { request, reply, cookies: deps.cookies });
      return sendPlaylist(reply, await toPlaylist(deps.db, stream, target));
    },
  );
}

function toSong(stream: StreamRow, segment: number | undefined): Parameters<PermitSegments>[1] {
  return { videoId: stream.id, durationSeconds: stream.duration_seconds, segment };
}

/** Throws TOO_BUSY for a segment that a nest may have only later, and VIDEO_NOT_FOUND for one that it may not have today. */
async function refuseSegment(
  { permitSegments }: StreamDeps,
  nest: NestCaller,
  song: Parameters<PermitSegments>[1],
): Promise<void> {
  if (song.segment === undefined) return;
  const { from, until } = await permitSegments(nest, song);
  if (song.segment >= from && song.segment < until) return;
  if (until <= from) throw new AppError('VIDEO_NOT_FOUND');
  throw new AppError('TOO_BUSY', { retryAfterSeconds: 1 });
}

/**
 * Returns a video that the viewer may watch, or else a guest by a link, who is in no nest. Throws VIDEO_NOT_FOUND
 * otherwise.
 */
async function findWatchable(
  { db, isShownByLink }: Pick<StreamDeps, 'db' | 'isShownByLink'>,
  videoId: string,
  { watcher, nest, request }: Pick<Watcher, 'watcher' | 'nest'> & { request: FastifyRequest },
): Promise<StreamRow> {
  const stream = await findStream(db, videoId, watcher);
  if (!stream) throw new AppError('VIDEO_NOT_FOUND');
  const rules = toAccessRules(stream);
  if (canWatch(watcher, rules)) return stream;
  if (!nest && (await isShownByLink(request, { id: videoId, ...rules }))) return stream;
  throw new AppError('VIDEO_NOT_FOUND');
}

async function toPlaylist(
  db: Db,
  stream: StreamRow,
  target: Exclude<StreamTarget, { kind: 'object' }>,
): Promise<string> {
  const { plan } = stream;
  if (!plan || !stream.playable_at) throw new AppError('VIDEO_NOT_FOUND');
  if (target.kind === 'master') return toMasterPlaylist(plan);
  const isAudio = target.rendition === 'audio';
  const rung = plan.rungs.find(({ resolution }) => resolution === target.rendition);
  if (isAudio ? !plan.audio : !rung) throw new AppError('NOT_FOUND');
  const rows = await listRenditionSegments(db, {
    videoId: stream.id,
    attempt: stream.attempt,
    rendition: target.rendition,
    before: isAudio ? EVERY_SEGMENT : stream.listed_segments,
  });
  const leading = rows.filter((row, position) => row.index === position);
  return toMediaPlaylist({
    segments: leading.map((row) => ({
      uri: toSegmentUri(row.key),
      initUri: toSegmentUri(row.init_key),
      durationSeconds: row.duration_seconds,
    })),
    frameRate: rung?.frameRate ?? plan.video.frameRate,
    ended: stream.status === 'completed',
  });
}

function sendPlaylist(reply: FastifyReply, playlist: string): FastifyReply {
  return reply.type(PLAYLIST_TYPE).header('cache-control', 'private, no-cache').send(playlist);
}
