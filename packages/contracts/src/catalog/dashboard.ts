import { Type, type Static } from 'typebox';

import { endpoint } from '../endpoint.ts';
import { Nullable, Timestamp, Uuid } from '../primitives.ts';
import { Resolution } from './videos.ts';

/** One rung's share of the work, 0 to 1. */
export const RungProgress = Type.Object({ resolution: Type.String(), share: Type.Number() });

export const ProcessingVideo = Type.Object({
  id: Uuid,
  title: Type.String(),
  createdAt: Timestamp,
  startedAt: Timestamp,
  elapsedMinutes: Type.Integer(),
  /** Position among the videos that no worker has claimed yet, from 1; null once work has begun. */
  queuePosition: Nullable(Type.Integer()),
  stage: Type.String(),
  playable: Type.Boolean(),
  /** Share of the work that is done, 0 to 1. */
  share: Type.Number(),
  rungs: Type.Array(RungProgress),
  /** Seconds of video encoded per second by all workers; null while unknown. */
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
  /** The reason, written for users. */
  processingError: Type.String(),
  /** The end of the technical log; empty if there is none. */
  processingLog: Type.String(),
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
    /** Workers seen within the last minute, and those of them whose ffmpeg has no sandbox. */
    workers: Type.Object({ count: Type.Integer(), withoutSandbox: Type.Integer() }),
    processing: Type.Array(ProcessingVideo),
    recentlyCompleted: Type.Array(CompletedVideo),
    recentlyFailed: Type.Array(FailedVideo),
  }),
});

/** The outcome of a video, not yet seen by its uploader. `message` is the reason of a failure. */
export const Notice = Type.Object({
  id: Uuid,
  videoId: Uuid,
  kind: Type.Union([Type.Literal('ready'), Type.Literal('failed')]),
  title: Type.String(),
  message: Nullable(Type.String()),
  createdAt: Timestamp,
});
export type Notice = Static<typeof Notice>;

export const listNotices = endpoint({
  operationId: 'listNotices',
  summary:
    "Outcomes of the caller's uploads that they have not seen yet: failures first, then the newest, at most 100",
  method: 'GET',
  path: '/api/admin/videos/notices',
  access: 'superadmin',
  data: Type.Object({ notices: Type.Array(Notice) }),
});

export const markNoticesRead = endpoint({
  operationId: 'markNoticesRead',
  summary: 'Mark notices as seen by the caller',
  method: 'POST',
  path: '/api/admin/videos/notices/read',
  access: 'superadmin',
  body: Type.Object({ ids: Type.Array(Uuid, { minItems: 1, maxItems: 100 }) }),
});

/** Catalog asks auth for the mail. Repeated calls with one id send one mail. Unverified addresses receive none. */
export const sendVideoMail = endpoint({
  operationId: 'sendVideoMail',
  summary: 'Tell an uploader by mail that a video is ready or has failed',
  method: 'POST',
  path: '/internal/video-mails',
  access: 'internal',
  body: Type.Object({ ...Notice.properties, userId: Uuid }),
});
