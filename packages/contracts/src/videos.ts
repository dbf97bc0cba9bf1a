import { Type, type Static } from 'typebox';

import { endpoint } from './endpoint.ts';
import { IdParams, Nullable, PageQuery, Timestamp, Uuid } from './primitives.ts';

/** Names of the rungs that an uploader can ask for, from the largest; the number is the shorter side in pixels. */
export const RESOLUTIONS = ['720p', '480p', '360p'] as const;
export const Resolution = Type.Union([Type.Literal('720p'), Type.Literal('480p'), Type.Literal('360p')]);
export type Resolution = Static<typeof Resolution>;

export const VISIBILITIES = ['public', 'registered', 'private'] as const;
export const Visibility = Type.Union([
  Type.Literal('public'),
  Type.Literal('registered'),
  Type.Literal('private'),
]);
export type Visibility = Static<typeof Visibility>;

export const TagType = Type.Union([Type.Literal('grade'), Type.Literal('category'), Type.Literal('author')]);
export type TagType = Static<typeof TagType>;

export const Tag = Type.Object({
  tagType: TagType,
  tagValue: Type.String({ minLength: 1, maxLength: 100, message: 'A tag has 1 to 100 characters.' }),
});
export type Tag = Static<typeof Tag>;

export const Uploader = Type.Object({ username: Type.String(), displayName: Nullable(Type.String()) });
export type Uploader = Static<typeof Uploader>;

export const VideoStatus = Type.Union([
  Type.Literal('processing'),
  Type.Literal('completed'),
  Type.Literal('failed'),
]);
export type VideoStatus = Static<typeof VideoStatus>;

/** A video as lists and pages show it. `duration` in seconds; `thumbnail` is a path on this site or null. */
export const Video = Type.Object({
  id: Uuid,
  title: Type.String(),
  description: Type.String(),
  visibility: Visibility,
  status: VideoStatus,
  /** The stream answers; true for a completed video and for one that can be watched while work goes on. */
  playable: Type.Boolean(),
  thumbnail: Nullable(Type.String()),
  duration: Nullable(Type.Number()),
  viewCount: Type.Integer(),
  likeCount: Type.Integer(),
  userHasLiked: Type.Boolean(),
  userHasDisliked: Type.Boolean(),
  uploader: Uploader,
  tags: Type.Array(Tag),
  resolutions: Type.Array(Resolution),
  createdAt: Timestamp,
  updatedAt: Timestamp,
});
export type Video = Static<typeof Video>;

export const VideoPage = Type.Object({ videos: Type.Array(Video), nextCursor: Nullable(Type.String()) });
export type VideoPage = Static<typeof VideoPage>;

export const listVideos = endpoint({
  operationId: 'listVideos',
  summary: 'Videos that can be watched, newest or most viewed first',
  method: 'GET',
  path: '/api/videos',
  access: 'viewer',
  query: Type.Object({
    ...PageQuery.properties,
    sort: Type.Optional(
      Type.Union([Type.Literal('newest'), Type.Literal('most_viewed')], {
        default: 'newest',
        message: 'sort is newest or most_viewed.',
      }),
    ),
  }),
  data: VideoPage,
});

export const getVideo = endpoint({
  operationId: 'getVideo',
  summary: 'One video',
  method: 'GET',
  path: '/api/videos/:id',
  access: 'viewer',
  params: IdParams,
  data: Type.Object({ video: Video }),
  errors: ['VIDEO_NOT_FOUND'],
});

/** Sentences of the upload form's checks, in the order in which they are made (specification section 5). */
export const UPLOAD_SENTENCES = {
  video: 'Select a video file',
  title: 'Enter a title',
  privateUserId: 'Private user ID is required for private visibility',
  resolutions: 'Select at least one resolution',
} as const;

export const uploadVideo = endpoint({
  operationId: 'uploadVideo',
  summary: 'Upload a video; its fields may come before or after the file',
  method: 'POST',
  path: '/api/admin/videos/upload',
  access: 'superadmin',
  encoding: 'multipart',
  body: Type.Object({
    video: Type.String({ format: 'binary' }),
    title: Type.String({ minLength: 1, maxLength: 200 }),
    description: Type.Optional(Type.String({ maxLength: 5000 })),
    visibility: Type.Optional(Visibility),
    privateUserId: Type.Optional(Uuid),
    resolutions: Type.Optional(Type.String({ description: 'JSON text: a list of 720p, 480p, 360p' })),
  }),
  data: Type.Object({ video: Type.Object({ id: Uuid }) }),
  status: 201,
  errors: ['PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE', 'TOO_BUSY'],
});

export const addVideoTags = endpoint({
  operationId: 'addVideoTags',
  summary: 'Add tags to a video; those that it has already change nothing',
  method: 'POST',
  path: '/api/admin/videos/:id/tags',
  access: 'superadmin',
  params: IdParams,
  body: Type.Object({ tags: Type.Array(Tag, { minItems: 1, maxItems: 50 }) }),
  data: Type.Object({ tags: Type.Array(Tag) }),
  errors: ['VIDEO_NOT_FOUND'],
});

export const deleteVideo = endpoint({
  operationId: 'deleteVideo',
  summary: 'Delete a video in whatever state it is, and all of its files',
  method: 'DELETE',
  path: '/api/admin/videos/:id',
  access: 'superadmin',
  params: IdParams,
  errors: ['VIDEO_NOT_FOUND'],
});

/** One rung's share of the work, 0 to 1. */
export const RungProgress = Type.Object({ resolution: Type.String(), share: Type.Number() });

export const ProcessingVideo = Type.Object({
  id: Uuid,
  title: Type.String(),
  createdAt: Timestamp,
  startedAt: Timestamp,
  elapsedMinutes: Type.Integer(),
  /** Position among the videos that no worker has taken up yet, from 1; null once work has begun. */
  queuePosition: Nullable(Type.Integer()),
  stage: Type.String(),
  playable: Type.Boolean(),
  /** Share of all work that is done, 0 to 1. */
  share: Type.Number(),
  rungs: Type.Array(RungProgress),
  /** Seconds of video made per second, over all workers; null while nothing is known. */
  speed: Nullable(Type.Number()),
  secondsLeft: Nullable(Type.Number()),
});
export type ProcessingVideo = Static<typeof ProcessingVideo>;

export const CompletedVideo = Type.Object({
  id: Uuid,
  title: Type.String(),
  createdAt: Timestamp,
  completedAt: Timestamp,
  duration: Nullable(Type.Number()),
  resolutions: Type.Array(Resolution),
});
export type CompletedVideo = Static<typeof CompletedVideo>;

export const FailedVideo = Type.Object({
  id: Uuid,
  title: Type.String(),
  createdAt: Timestamp,
  failedAt: Timestamp,
  processingError: Type.String(),
});
export type FailedVideo = Static<typeof FailedVideo>;

export const getTranscodingStatus = endpoint({
  operationId: 'getTranscodingStatus',
  summary: 'What is being transcoded, and the newest 20 that completed or failed',
  method: 'GET',
  path: '/api/admin/transcoding/status',
  access: 'superadmin',
  data: Type.Object({
    processingCount: Type.Integer(),
    processing: Type.Array(ProcessingVideo),
    recentlyCompleted: Type.Array(CompletedVideo),
    recentlyFailed: Type.Array(FailedVideo),
  }),
});
