import { Type } from 'typebox';

import { endpoint } from '../../endpoint.ts';
import { Uuid } from '../../primitives.ts';
import { Removal } from './comments.ts';

const Counts = { waiting: Type.Integer({ minimum: 0 }), reported: Type.Integer({ minimum: 0 }) };

/** Catalog asks auth for the mails. Repeated calls with one id send each of them once. Unverified addresses receive none. */
export const sendCommentsWaiting = endpoint({
  operationId: 'sendCommentsWaiting',
  summary:
    'Tell superadmins, and teachers about their own videos, by mail that comments wait or are reported',
  method: 'POST',
  path: '/internal/comment-mails/waiting',
  access: 'internal',
  body: Type.Object({
    id: Uuid,
    /** For superadmins. */
    ...Counts,
    /** For those of them who are teachers, about what others wrote; without those for whom nothing is new. */
    uploaders: Type.Array(Type.Object({ userId: Uuid, ...Counts })),
    /** What superadmins wrote themselves, of which they are not told. */
    own: Type.Optional(Type.Array(Type.Object({ userId: Uuid, ...Counts }))),
  }),
});

export const sendCommentRemoved = endpoint({
  operationId: 'sendCommentRemoved',
  summary: 'Tell the author of a comment by mail that it was removed, and why',
  method: 'POST',
  path: '/internal/comment-mails/removed',
  access: 'internal',
  body: Type.Object({
    id: Uuid,
    userId: Uuid,
    videoId: Uuid,
    title: Type.String(),
    ...Removal.properties,
  }),
});
