import { Type, type Static } from 'typebox';

import { endpoint } from '../endpoint.ts';
import { IdParams } from '../primitives.ts';

/** The caller's opinion of a video after the call. */
export const Opinion = Type.Object({
  userHasLiked: Type.Boolean(),
  userHasDisliked: Type.Boolean(),
  likeCount: Type.Integer(),
});
export type Opinion = Static<typeof Opinion>;

const opinionCall = <Name extends string>(
  name: Name,
  call: { method: 'POST' | 'DELETE'; path: 'like' | 'dislike'; summary: string },
) =>
  endpoint({
    operationId: name,
    summary: call.summary,
    method: call.method,
    path: `/api/videos/:id/${call.path}`,
    access: 'member',
    params: IdParams,
    data: Opinion,
    errors: ['VIDEO_NOT_FOUND'],
  });

export const likeVideo = opinionCall('likeVideo', {
  method: 'POST',
  path: 'like',
  summary: 'Like a video; replaces a dislike',
});

export const dislikeVideo = opinionCall('dislikeVideo', {
  method: 'POST',
  path: 'dislike',
  summary: 'Dislike a video; replaces a like',
});

export const unlikeVideo = opinionCall('unlikeVideo', {
  method: 'DELETE',
  path: 'like',
  summary: 'Remove a like or a dislike',
});
