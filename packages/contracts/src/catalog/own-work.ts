import { Type, type Static } from 'typebox';

import { endpoint } from '../endpoint.ts';
import { Nullable, Timestamp, Uuid } from '../primitives.ts';
import { CompletedVideo, FailedVideo, ProcessingVideo } from './dashboard.ts';
import { Approval, VideoStatus } from './videos.ts';

const {
  speed: _speed,
  lostWorkerCount: _lost,
  lastProblem: _problem,
  ...OwnProcessing
} = ProcessingVideo.properties;
const { processingLog: _log, lostWorkerCount: _lostToo, ...OwnFailed } = FailedVideo.properties;

/** The caller's video in processing, as far as it says nothing about workers. */
export const OwnProcessingVideo = Type.Object(OwnProcessing);
export type OwnProcessingVideo = Static<typeof OwnProcessingVideo>;

/** The caller's failed video, without the technical log. */
export const OwnFailedVideo = Type.Object(OwnFailed);
export type OwnFailedVideo = Static<typeof OwnFailedVideo>;

/** The caller's video that needs an approval. */
export const OwnPendingVideo = Type.Object({
  id: Uuid,
  title: Type.String(),
  status: VideoStatus,
  createdAt: Timestamp,
  thumbnail: Nullable(Type.String()),
  approval: Approval,
});
export type OwnPendingVideo = Static<typeof OwnPendingVideo>;

export const listOwnWork = endpoint({
  operationId: 'listOwnWork',
  summary:
    "The caller's uploads: what is being transcoded, what needs an approval, and the newest 20 that completed or failed",
  method: 'GET',
  path: '/api/admin/transcoding/own',
  access: 'teacher',
  data: Type.Object({
    /** The time of this answer. */
    now: Timestamp,
    processing: Type.Array(OwnProcessingVideo),
    /** At most 100: those that were sent back, then those that wait, oldest first within each. */
    pending: Type.Array(OwnPendingVideo),
    recentlyCompleted: Type.Array(CompletedVideo),
    recentlyFailed: Type.Array(OwnFailedVideo),
  }),
});

export const getOwnQuota = endpoint({
  operationId: 'getOwnQuota',
  summary: "The space that the caller's videos take up, and whether an upload of theirs waits for approval",
  method: 'GET',
  path: '/api/admin/transcoding/own/quota',
  access: 'teacher',
  data: Type.Object({
    /** Uploaded files and renditions, with the announced sizes of uploads that are under way. */
    usedBytes: Type.Integer(),
    /** Null without a limit. */
    limitBytes: Nullable(Type.Integer()),
    needsApproval: Type.Boolean(),
  }),
});
