import { Type, type Static } from 'typebox';

import { endpoint } from '../endpoint.ts';
import { FailureCode } from '../failure-codes.ts';
import { FailureReason, Remark } from '../failure-reason.ts';
import { Nullable, Timestamp, Uuid } from '../primitives.ts';
import { Readable } from '../readable.ts';
import { Resolution } from './videos.ts';
import { Worker } from './workers.ts';

/** A failure during the processing of a video. */
const Setbacks = {
  /** The number of the attempt, from 1; each retry begins another one. */
  attempt: Type.Integer(),
  /** Units of this attempt that failed and were tried again. */
  failureCount: Type.Integer(),
  /** Workers that were lost while working on this attempt. */
  lostWorkerCount: Type.Integer(),
};

/** One rung's share of the work, 0 to 1. */
export const RungProgress = Type.Object({ resolution: Type.String(), share: Type.Number() });

/** A video in processing. Shares are from 0 to 1; `speed` is seconds of video per second. */
export const ProcessingVideo = Type.Object({
  id: Uuid,
  title: Type.String(),
  createdAt: Timestamp,
  startedAt: Timestamp,
  elapsedMinutes: Type.Integer(),
  /** Position from 1 among the videos without a worker, in the order in which they are expected to be ready; else null. */
  queuePosition: Nullable(Type.Integer()),
  stage: Type.String(),
  playable: Type.Boolean(),
  /** Share of the work that is done, 0 to 1. */
  share: Type.Number(),
  rungs: Type.Array(RungProgress),
  /** Seconds of video encoded per second by all workers; null while unknown. */
  speed: Nullable(Type.Number()),
  /** Estimated from measured speeds, the present workers and the turns of other videos; null while unknown. */
  secondsLeft: Nullable(Type.Number()),
  ...Setbacks,
  /** Why a unit of it is tried again, in English; null if none is. */
  lastProblem: Nullable(Type.String()),
  /** The same for clients in another language; null also for reports of older workers. */
  lastReason: Type.Optional(Nullable(FailureReason)),
});
export type ProcessingVideo = Static<typeof ProcessingVideo>;

/** A completed video. `duration` is in seconds. */
export const CompletedVideo = Type.Object({
  id: Uuid,
  title: Type.String(),
  createdAt: Timestamp,
  completedAt: Timestamp,
  duration: Nullable(Type.Number()),
  resolutions: Type.Array(Resolution),
  /** Sentences about parts of the file that are missing from the video, in English. */
  remarks: Type.Optional(Type.Array(Type.String())),
  /** The same in the same order, for clients in another language; none for videos planned by older workers. */
  explainedRemarks: Type.Optional(Type.Array(Remark)),
});
export type CompletedVideo = Static<typeof CompletedVideo>;

/** A failed video with its reason. */
export const FailedVideo = Type.Object({
  id: Uuid,
  title: Type.String(),
  createdAt: Timestamp,
  failedAt: Timestamp,
  /** The reason, written for users, in English. */
  processingError: Type.String(),
  /** The same for clients in another language; null for videos that failed before reasons were stored. */
  reason: Type.Optional(Nullable(FailureReason)),
  /** The last 4,000 characters of the technical log; empty without one. */
  processingLog: Type.String(),
  failureCode: FailureCode,
  /** The person who cancelled it; null for a failure, and once the audit log no longer says so. */
  stoppedBy: Type.Optional(Nullable(Type.Object({ id: Nullable(Uuid), name: Type.String() }))),
  /** The part that can be published anyway, if any. */
  readable: Type.Optional(Nullable(Readable)),
  ...Setbacks,
});
export type FailedVideo = Static<typeof FailedVideo>;

/** The largest queue of one minute. Minutes without a sample were not observed. */
export const QueueSample = Type.Object({
  at: Timestamp,
  waiting: Type.Integer(),
  oldestSeconds: Type.Integer(),
});
export type QueueSample = Static<typeof QueueSample>;

/** The units of all videos. */
export const Queue = Type.Object({
  waiting: Type.Integer(),
  running: Type.Integer(),
  /** Seconds for which the oldest waiting unit has been due; 0 if none waits. */
  oldestSeconds: Type.Integer(),
  /** Until everything is encoded; null while unknown, or if nothing is left to encode. */
  secondsLeft: Nullable(Type.Number()),
  /** The time of this answer, at which the chart ends. */
  now: Timestamp,
  /** Samples of the last hour, oldest first. */
  samples: Type.Array(QueueSample),
});
export type Queue = Static<typeof Queue>;

/** The number of all failed videos with one cause. */
export const FailureCount = Type.Object({ failureCode: FailureCode, count: Type.Integer() });
export type FailureCount = Static<typeof FailureCount>;

export const getTranscodingStatus = endpoint({
  operationId: 'getTranscodingStatus',
  summary: 'What is being transcoded, and the newest 20 that completed or failed',
  method: 'GET',
  path: '/api/admin/transcoding/status',
  access: 'superadmin',
  data: Type.Object({
    processingCount: Type.Integer(),
    workers: Type.Object({
      /** Workers that are present, and those of them whose ffmpeg has no sandbox. */
      count: Type.Integer(),
      withoutSandbox: Type.Integer(),
      /** At most 100: the present ones by name, then those that stopped or vanished recently. */
      list: Type.Array(Worker),
    }),
    queue: Queue,
    processing: Type.Array(ProcessingVideo),
    recentlyCompleted: Type.Array(CompletedVideo),
    recentlyFailed: Type.Array(FailedVideo),
    /** The most frequent first. */
    failureCounts: Type.Array(FailureCount),
  }),
});

/**
 * The outcome of a video, not yet seen by its uploader. `message` is the reason for a failure, or names parts of the
 * file that are missing from the video, or is the sentence with which it was sent back.
 */
export const Notice = Type.Object({
  id: Uuid,
  videoId: Uuid,
  /** The outcome of processing, or a decision about the video. */
  kind: Type.Union([
    Type.Literal('ready'),
    Type.Literal('failed'),
    Type.Literal('approved'),
    Type.Literal('sent_back'),
    /** Somebody flagged it. */
    Type.Literal('flagged'),
    /** Comments on it wait for a decision of the reader, or were reported; the mails about them are others. */
    Type.Literal('commented'),
    /** Somebody suggested a song for a list: in mails only, whose `videoId` is then that of the list. */
    Type.Literal('suggested'),
  ]),
  title: Type.String(),
  message: Nullable(Type.String()),
  /** Why the video failed, for clients in another language; null if that is not stored. */
  reason: Type.Optional(Nullable(FailureReason)),
  /** What of the file is missing from a video that is ready, for clients in another language; empty if that is not stored. */
  explainedRemarks: Type.Optional(Type.Array(Remark)),
  /** Another person cancelled the video, so nothing is wrong with it. */
  isStopped: Type.Optional(Type.Boolean()),
  /** The name of that person; null for other outcomes, and once the audit log no longer has it. */
  stoppedBy: Type.Optional(Nullable(Type.String())),
  /** The part of a failed video that can be published anyway. */
  readable: Type.Optional(Nullable(Readable)),
  createdAt: Timestamp,
});
export type Notice = Static<typeof Notice>;

export const listNotices = endpoint({
  operationId: 'listNotices',
  summary:
    "Outcomes of the caller's uploads that they have not seen yet: failures first, then the newest, at most 100",
  method: 'GET',
  path: '/api/admin/videos/notices',
  access: 'teacher',
  data: Type.Object({ notices: Type.Array(Notice) }),
});

export const markNoticesRead = endpoint({
  operationId: 'markNoticesRead',
  summary: 'Mark notices as seen by the caller',
  method: 'POST',
  path: '/api/admin/videos/notices/read',
  access: 'teacher',
  body: Type.Object({ ids: Type.Array(Uuid, { minItems: 1, maxItems: 100 }) }),
});

/** Catalog asks auth for the mail. Repeated calls with one id send one mail. Unverified addresses receive none. */
export const sendVideoMail = endpoint({
  operationId: 'sendVideoMail',
  summary: 'Tell an uploader by mail that a video is ready, has failed, was approved or was sent back',
  method: 'POST',
  path: '/internal/video-mails',
  access: 'internal',
  body: Type.Object({ ...Notice.properties, userId: Uuid }),
});
