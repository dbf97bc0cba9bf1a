import { catalog } from '@larksong/contracts';
import {
  AppError,
  findStoredFile,
  parseStreamPath,
  parseUuid,
  sendStreamObject,
  type Register,
  type StreamTarget,
} from '@larksong/service-kit';
import type { Storage } from '@larksong/service-kit/storage';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

import type { Db } from '../db/tables.ts';
import { toSegmentUri } from '../library/videos/media-paths.ts';
import type { ToVideoViewer, VideoViewer } from '../library/videos/viewer.ts';
import {
  canWatch,
  toAccessRules,
  type AccessRules,
  type PlaybackState,
} from '../library/videos/visibility.ts';
import { toMasterPlaylist, toMediaPlaylist } from './playlists.ts';
import { offerStreamCookie } from './offer-stream-cookie.ts';
import { findStream, listRenditionSegments, type StreamRow } from './store.ts';
import { findStreamViewer, type StreamViewers } from './stream-viewer.ts';

/** Sound segments are listed as they arrive: the largest value of the column. */
const EVERY_SEGMENT = 2_147_483_647;
const PLAYLIST_TYPE = 'application/vnd.apple.mpegurl';

/** Returns whether a link that the sender of a request has opened shows a video. */
export type IsShownByLink = (
  request: FastifyRequest,
  video: AccessRules & PlaybackState & { id: string },
) => Promise<boolean>;

interface StreamDeps extends StreamViewers {
  db: Db;
  storage: Storage;
  toVideoViewer: ToVideoViewer;
  isShownByLink: IsShownByLink;
}

/** Registers `/hls`: playlists from Postgres, segments and pictures from storage, all of them behind `canWatch`. */
export function registerStreaming(app: FastifyInstance, register: Register, deps: StreamDeps): void {
  register(catalog.getStreamRights, async ({ params, request, reply }) => {
    const { viewer } = await findStreamViewer(request, deps);
    const watcher = await deps.toVideoViewer(viewer);
    const stream = await findWatchable(deps, params.id, { watcher, request });
    const { status, attempt } = stream;
    const visitor = await deps.toVideoViewer(null);
    reply.header('cache-control', 'no-store');
    return {
      data: {
        isPublic: canWatch(visitor, toAccessRules(stream)),
        ...(status === 'completed' ? { completedAttempt: attempt } : {}),
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
      const { viewer, isConfirmed } = await findStreamViewer(request, deps);
      const watcher = await deps.toVideoViewer(viewer);
      const stream = await findWatchable(deps, id, { watcher, request });
      if (target.kind === 'object') {
        const file = await findStoredFile(deps.storage, target.key);
        if (!file) throw new AppError('NOT_FOUND');
        return sendStreamObject(request, reply, { file, contentType: target.contentType });
      }
      // Only playlists set the cookie; cached responses must not pass it on to other viewers.
      if (viewer && isConfirmed) await offerStreamCookie(viewer, { request, reply, cookies: deps.cookies });
      return sendPlaylist(reply, await toPlaylist(deps.db, stream, target));
    },
  );
}

/** Returns a video that the viewer may watch, or else a guest by a link. Throws VIDEO_NOT_FOUND otherwise. */
async function findWatchable(
  { db, isShownByLink }: Pick<StreamDeps, 'db' | 'isShownByLink'>,
  videoId: string,
  { watcher, request }: { watcher: VideoViewer; request: FastifyRequest },
): Promise<StreamRow> {
  const stream = await findStream(db, videoId, watcher);
  if (!stream) throw new AppError('VIDEO_NOT_FOUND');
  const rules = toAccessRules(stream);
  if (canWatch(watcher, rules) || (await isShownByLink(request, { id: videoId, ...rules }))) return stream;
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
