import { Type, type Static } from 'typebox';

import { endpoint } from '../endpoint.ts';
import { IdParams, Nullable, PageQuery, Uuid, withDefault } from '../primitives.ts';
import { because } from '../reasons.ts';
import { VideoChanges } from './editing.ts';
import { Approval, Video } from './videos.ts';

/** Maximum number of characters of the sentence with which a video is sent back. */
export const MAX_APPROVAL_NOTE = 500;

/** A video that needs an approval, or a wider one. */
export const PendingVideo = Type.Object({
  ...Video.properties,
  approval: Approval,
  /** Null once the account is deleted. */
  uploaderId: Nullable(Uuid),
});
export type PendingVideo = Static<typeof PendingVideo>;

export const listApprovals = endpoint({
  operationId: 'listApprovals',
  summary: 'Videos that wait for an approval or for a wider one, or were sent back, oldest first',
  method: 'GET',
  path: '/api/admin/videos/approvals',
  access: 'superadmin',
  query: Type.Object({
    ...PageQuery.properties,
    /** `waiting` includes those that are `widening`. */
    list: withDefault(
      Type.Union([Type.Literal('waiting'), Type.Literal('sent_back')], {
        default: 'waiting',
        ...because('approval.list-not-valid'),
      }),
    ),
  }),
  data: Type.Object({
    videos: Type.Array(PendingVideo),
    nextCursor: Nullable(Type.String()),
    /** The lengths of both lists. */
    counts: Type.Object({ waiting: Type.Integer(), sentBack: Type.Integer() }),
    /** Whether what teachers upload waits for an approval. */
    isOn: Type.Boolean(),
  }),
});

export const putApprovals = endpoint({
  operationId: 'putApprovals',
  summary: 'Whether what teachers upload from now on waits for an approval; what waits already stays',
  method: 'PUT',
  path: '/api/admin/videos/approvals',
  access: 'superadmin',
  body: Type.Object({ isOn: Type.Boolean() }),
  data: Type.Object({ isOn: Type.Boolean() }),
});

/**
 * One decision about one video. CONFLICT tells who decided before, and how, or that the video has changed since the
 * revision that the decision names.
 */
export const decideApproval = endpoint({
  operationId: 'decideApproval',
  summary: 'Approve a video, with changes if there are any, or send it back with a sentence',
  method: 'POST',
  path: '/api/admin/videos/:id/approval',
  access: 'superadmin',
  params: IdParams,
  body: Type.Object({
    decision: Type.Union([Type.Literal('approve'), Type.Literal('send_back')]),
    /** `Approval.revision`, as it was when the video was looked at. */
    revision: Type.Integer({ minimum: 0 }),
    /** Only for `approve`: made at the same moment. Its visibility replaces the wanted one. */
    changes: Type.Optional(VideoChanges),
    /** Required for `send_back`: for the teacher. A declined wider visibility is no longer wanted. */
    note: Type.Optional(
      Type.String({
        maxLength: MAX_APPROVAL_NOTE,
        ...because('approval.note-too-long', { maximum: MAX_APPROVAL_NOTE }),
      }),
    ),
  }),
  data: Type.Object({ video: Video }),
  errors: ['VIDEO_NOT_FOUND', 'CONFLICT'],
});
