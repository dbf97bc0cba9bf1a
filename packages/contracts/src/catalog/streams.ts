import { Type } from 'typebox';

import { endpoint } from '../endpoint.ts';
import { IdParams } from '../primitives.ts';
import type { Video } from './videos.ts';

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
  /** The segment that a nest asks for; it has rights to some of a song only. */
  query: Type.Object({ segment: Type.Optional(Type.Integer({ minimum: 0 })) }),
  data: Type.Object({
    /** Whether visitors may watch it, so that shared caches may keep its objects: never on a closed site. */
    isPublic: Type.Boolean(),
    /** Once the video is completed: the attempt whose playlists no longer change. */
    completedAttempt: Type.Optional(Type.Integer({ minimum: 1 })),
    /** For nests: the first segment that may be sent, and the first that may not. */
    nest: Type.Optional(Type.Object({ from: Type.Integer(), until: Type.Integer() })),
  }),
  errors: ['VIDEO_NOT_FOUND', 'UNAUTHENTICATED'],
});

/** Name of the meta element in which the page of a public video contains its `StreamStart`, as JSON. */
export const STREAM_START = 'stream-start';

/** The data that a player needs before it requests the first segments of a video. */
export interface StreamStart extends Pick<Video, 'status' | 'duration' | 'thumbnail'> {
  /**
   * The master playlist and, by their addresses in it, the playlists of picture and sound up to the first segment.
   * Absent while the video is being processed.
   */
  playlists: Record<string, string>;
}
