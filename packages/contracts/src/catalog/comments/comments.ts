import { Type, type Static } from 'typebox';

import { endpoint } from '../../endpoint.ts';
import { IdParams, Nullable, PageQuery, Timestamp, Uuid } from '../../primitives.ts';
import { because } from '../../reasons.ts';

/** Maximum length of a comment in characters as readers count them (grapheme clusters). */
export const MAX_COMMENT_CHARACTERS = 500;
/** How long the author can change a comment. */
export const COMMENT_EDIT_MINUTES = 10;
/** How old an account must be to write. */
export const COMMENT_ACCOUNT_HOURS = 24;
/** Maximum number of replies to a comment. */
export const MAX_REPLIES = 50;

/** Why a comment is reported or removed. */
export const COMMENT_FAULTS = ['names-child', 'unkind', 'advertisement', 'other'] as const;
export type CommentFault = (typeof COMMENT_FAULTS)[number];
export const CommentFault = Type.Unsafe<CommentFault>({
  type: 'string',
  enum: COMMENT_FAULTS,
  ...because('comment.fault-unknown'),
});

/** Why a comment was removed, for its author: a kind, and perhaps a sentence of the person who removed it. */
export const Removal = Type.Object({ fault: CommentFault, note: Type.String() });
export type Removal = Static<typeof Removal>;

/** A changed text that was refused while the text before it stays shown, and why; for its author and those who decide. */
export const RefusedChange = Type.Object({ text: Type.String(), ...Removal.properties });
export type RefusedChange = Static<typeof RefusedChange>;

/** `waiting`: only its author and those who decide see it. `removed`: of readers, only its author does, and why. */
export const COMMENT_STATES = ['waiting', 'shown', 'removed'] as const;
export type CommentState = (typeof COMMENT_STATES)[number];
export const CommentState = Type.Unsafe<CommentState>({ type: 'string', enum: COMMENT_STATES });

/** A comment or a reply, as the caller sees it. */
export const Reply = Type.Object({
  id: Uuid,
  /** Plain text; lines end in `\n`. Isolate it from its surroundings: it may be in another direction. */
  text: Type.String(),
  /** `waiting` and `removed` only of the caller's own. */
  state: CommentState,
  /** The changed text, which waits for an approval while `text` is still shown; for its author only. */
  waitingText: Nullable(Type.String()),
  /** The caller's own latest change, if it was refused. */
  refused: Nullable(RefusedChange),
  /** Of the caller's own removed comment. */
  removal: Nullable(Removal),
  author: Type.Object({
    /** For superadmins, who mute authors. */
    id: Type.Optional(Uuid),
    name: Type.String(),
    /** What they were when they wrote it: `uploader` of this video, or `superadmin`. */
    standing: Nullable(
      Type.Unsafe<'uploader' | 'superadmin'>({ type: 'string', enum: ['uploader', 'superadmin'] }),
    ),
  }),
  isOwn: Type.Boolean(),
  createdAt: Timestamp,
  /** When its text was last changed; null if it never was. */
  editedAt: Nullable(Timestamp),
  /** Until when the caller can change it; null if they cannot. */
  editableUntil: Nullable(Timestamp),
  /** Counts its changes, for decisions about it. */
  revision: Type.Integer(),
});
export type Reply = Static<typeof Reply>;

/** A comment with its replies, oldest first. */
export const Comment = Type.Object({ ...Reply.properties, replies: Type.Array(Reply) });
export type Comment = Static<typeof Comment>;

/**
 * Whether the caller can write. `unverified`: the email address is not verified, and nobody has invited or confirmed the
 * account; `unconfirmed`: the same on a site that sends no mails, so that only its people can help; `too-young`: the account may write from `from` on; `muted`: their comments are refused; `unknown`: the accounts
 * cannot be asked right now.
 */
export const WRITING_STATES = [
  'open',
  'closed',
  'unverified',
  'unconfirmed',
  'too-young',
  'muted',
  'unknown',
] as const;
export type WritingState = (typeof WRITING_STATES)[number];
export const Writing = Type.Object({
  state: Type.Unsafe<WritingState>({ type: 'string', enum: WRITING_STATES }),
  from: Nullable(Timestamp),
  /** Whether what the caller writes is shown only after an approval. */
  needsApproval: Type.Boolean(),
  /** Whether the caller may reply: the uploader of the video and superadmins. */
  mayReply: Type.Boolean(),
});
export type Writing = Static<typeof Writing>;

export const listComments = endpoint({
  operationId: 'listComments',
  summary: 'The comments on a video that the caller can see, newest first; NOT_FOUND if the site has none',
  method: 'GET',
  path: '/api/videos/:id/comments',
  access: 'member',
  params: IdParams,
  query: PageQuery,
  data: Type.Object({
    comments: Type.Array(Comment),
    nextCursor: Nullable(Type.String()),
    /** All comments and replies that the caller can see, on all pages. */
    count: Type.Integer(),
    writing: Writing,
    /** Whether nobody can write about this video any more. */
    isClosed: Type.Boolean(),
    /** Whether the caller can close and open them: the uploader, and superadmins. */
    mayClose: Type.Boolean(),
    /** Whether the caller can remove the comments of others: superadmins. */
    mayRemove: Type.Boolean(),
  }),
  errors: ['NOT_FOUND', 'VIDEO_NOT_FOUND'],
});

/** A comment or a reply of the caller, for the file with their data. */
export const OwnComment = Type.Object({
  id: Uuid,
  /** The title is null if the caller may no longer see the video. */
  video: Type.Object({ id: Uuid, title: Nullable(Type.String()) }),
  text: Type.String(),
  waitingText: Nullable(Type.String()),
  refused: Nullable(RefusedChange),
  state: CommentState,
  removal: Nullable(Removal),
  createdAt: Timestamp,
  editedAt: Nullable(Timestamp),
});
export type OwnComment = Static<typeof OwnComment>;

/** Also answers on a site without comments, which keeps those that were written before. */
export const listOwnComments = endpoint({
  operationId: 'listOwnComments',
  summary: 'All comments of the caller, newest first, as the site keeps them',
  method: 'GET',
  path: '/api/videos/user/comments',
  access: 'member',
  query: PageQuery,
  data: Type.Object({ comments: Type.Array(OwnComment), nextCursor: Nullable(Type.String()) }),
});

/** The server counts characters as readers do; this only limits what it looks at. */
const CommentText = Type.String({
  maxLength: 8000,
  ...because('comment.length', { maximum: MAX_COMMENT_CHARACTERS }),
});

export const createComment = endpoint({
  operationId: 'createComment',
  summary: 'Comment on a video, or reply to a comment; repeated with the same id, it is written once',
  method: 'POST',
  path: '/api/videos/:id/comments',
  access: 'member',
  params: IdParams,
  body: Type.Object({
    /** Chosen by the client, so that a call that is repeated does not write twice. */
    id: Uuid,
    text: CommentText,
    /** The comment to reply to. */
    parentId: Type.Optional(Uuid),
  }),
  data: Type.Object({ comment: Reply }),
  errors: [
    'NOT_FOUND',
    'VIDEO_NOT_FOUND',
    'ITEM_NOT_FOUND',
    'FORBIDDEN',
    'CONFLICT',
    'TOO_MANY_REQUESTS',
    'UNAVAILABLE',
  ],
});

export const updateComment = endpoint({
  operationId: 'updateComment',
  summary: 'Change the text of an own comment within ten minutes',
  method: 'PATCH',
  path: '/api/comments/:id',
  access: 'member',
  params: IdParams,
  body: Type.Object({ text: CommentText }),
  data: Type.Object({ comment: Reply }),
  errors: ['NOT_FOUND', 'ITEM_NOT_FOUND', 'FORBIDDEN', 'CONFLICT', 'TOO_MANY_REQUESTS', 'UNAVAILABLE'],
});

export const deleteComment = endpoint({
  operationId: 'deleteComment',
  summary: 'Delete an own comment, with the replies to it',
  method: 'DELETE',
  path: '/api/comments/:id',
  access: 'member',
  params: IdParams,
  errors: ['NOT_FOUND', 'ITEM_NOT_FOUND'],
});

export const reportComment = endpoint({
  operationId: 'reportComment',
  summary: "Report somebody else's comment; repeated, it counts once",
  method: 'POST',
  path: '/api/comments/:id/report',
  access: 'member',
  params: IdParams,
  body: Type.Object({ fault: CommentFault }),
  errors: ['NOT_FOUND', 'ITEM_NOT_FOUND', 'CONFLICT', 'TOO_MANY_REQUESTS'],
});

export const closeComments = endpoint({
  operationId: 'closeComments',
  summary: 'Close the comments on a video, so that nobody writes any more, or open them',
  method: 'PUT',
  path: '/api/videos/:id/comments/closed',
  access: 'teacher',
  params: IdParams,
  body: Type.Object({ isClosed: Type.Boolean() }),
  data: Type.Object({ isClosed: Type.Boolean() }),
  errors: ['NOT_FOUND', 'VIDEO_NOT_FOUND'],
});
