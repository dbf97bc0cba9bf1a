import { Type } from 'typebox';

import { endpoint } from '../endpoint.ts';
import { IdParams } from '../primitives.ts';

/**
 * Whether the viewer of a stream, by bearer token or stream cookie, may watch the video. The gateway asks it before it
 * sends stored objects; like playlists, it is for anyone who may watch.
 */
export const getStreamRights = endpoint({
  operationId: 'getStreamRights',
  summary: 'Whether the viewer may watch a video; fails like its playlists if not',
  method: 'GET',
  path: '/hls/:id/rights',
  access: 'anyone',
  params: IdParams,
  data: Type.Object({
    isPublic: Type.Boolean(),
    /** Once the video is completed: the attempt whose playlists no longer change. */
    completedAttempt: Type.Optional(Type.Integer({ minimum: 1 })),
  }),
  errors: ['VIDEO_NOT_FOUND', 'UNAUTHENTICATED'],
});
