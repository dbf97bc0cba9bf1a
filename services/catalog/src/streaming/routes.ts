import { AppError, findStoredFile, parseUuid, sendFile } from '@larksong/service-kit';
import type { Storage } from '@larksong/service-kit/storage';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

import type { Db } from '../db/tables.ts';
import { toSegmentUri } from '../library/videos/media-paths.ts';
import { canWatch, toAccessRules } from '../library/videos/visibility.ts';
import { toMasterPlaylist, toMediaPlaylist } from './playlists.ts';
import { offerStreamCookie } from './offer-stream-cookie.ts';
import { findStream, listRenditionSegments, type StreamRow } from './store.ts';
import { parseStreamPath, type StreamTarget } from './stream-paths.ts';
import { findStreamViewer, type StreamViewers } from './stream-viewer.ts';

/** Sound segments are listed as they arrive: the largest value of the column. */
const EVERY_SEGMENT = 2_147_483_647;
const PLAYLIST_TYPE = 'application/vnd.apple.mpegurl';

interface StreamDeps extends StreamViewers {
  db: Db;
  storage: Storage;
}

/** Registers `/hls`: playlists from Postgres, segments and pictures from storage, all of them behind `canWatch`. */
export function registerStreaming(app: FastifyInstance, deps: StreamDeps): void {
  app.get<{ Params: { id: string; '*': string } }>(
    '/hls/:id/*',
    { exposeHeadRoute: true },
    async (request, reply) => {
      const id = parseUuid(request.params.id);
      const target = id === undefined ? undefined : parseStreamPath(id, request.params['*']);
      if (id === undefined || !target) throw new AppError('NOT_FOUND');
      const { viewer, isConfirmed } = await findStreamViewer(request, deps);
      const stream = await findStream(deps.db, id);
      if (!stream || !canWatch(viewer, toAccessRules(stream))) throw new AppError('VIDEO_NOT_FOUND');
      if (target.kind === 'object')
        return sendObject(request, reply, {
          storage: deps.storage,
          target,
          isPublic: stream.visibility === 'public',
        });
      // Only playlists set the cookie; cached responses must not pass it on to other viewers.
      if (viewer && isConfirmed) await offerStreamCookie(viewer, { request, reply, cookies: deps.cookies });
      return sendPlaylist(reply, await toPlaylist(deps.db, stream, target));
    },
  );
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
  const caching = reply.hasHeader('set-cookie') ? 'private, no-cache' : 'no-cache';
  return reply.type(PLAYLIST_TYPE).header('cache-control', caching).send(playlist);
}

async function sendObject(
  request: FastifyRequest,
  reply: FastifyReply,
  from: { storage: Storage; target: Extract<StreamTarget, { kind: 'object' }>; isPublic: boolean },
): Promise<FastifyReply> {
  const { key, contentType } = from.target;
  const file = await findStoredFile(from.storage, key);
  if (!file) throw new AppError('NOT_FOUND');
  const headers = {
    'cache-control': `${from.isPublic ? 'public' : 'private'}, max-age=86400, immutable`,
    vary: 'Cookie, Authorization',
  };
  return sendFile(request, reply, { file, contentType, headers });
}
