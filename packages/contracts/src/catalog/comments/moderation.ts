import { Type, type Static } from 'typebox';

import { endpoint } from '../../endpoint.ts';
import { IdParams, Nullable, PageQuery, Timestamp, Uuid, withDefault } from '../../primitives.ts';
import { because } from '../../reasons.ts';
import { CommentFault, CommentState, RefusedChange, Removal } from './comments.ts';

/** Maximum number of characters of the sentence with which a comment is removed. */
export const MAX_REMOVAL_NOTE = 300;
/** Maximum number of comments that one call decides about. */
export const MAX_DECISIONS = 100;

export const MODERATION_LISTS = ['waiting', 'reported', 'removed'] as const;
export type ModerationList = (typeof MODERATION_LISTS)[number];

/** `approval`: what the author writes needs an approval, whatever the setting of the site. `refused`: it is refused. */
export const MUTES = ['none', 'approval', 'refused'] as const;
export type Mute = (typeof MUTES)[number];
export const Mute = Type.Unsafe<Mute>({ type: 'string', enum: MUTES, ...because('comment.mute-unknown') });

/** A comment as those see it who decide about it. */
export const ModeratedComment = Type.Object({
  id: Uuid,
  video: Type.Object({ id: Uuid, title: Type.String() }),
  author: Type.Object({ id: Uuid, name: Type.String(), mute: Mute }),
  /** The comment that it replies to. */
  parent: Nullable(Type.Object({ authorName: Type.String(), text: Type.String() })),
  text: Type.String(),
  state: CommentState,
  /** The changed text, which waits for an approval while `text` is still shown. */
  waitingText: Nullable(Type.String()),
  /** The latest change of its author, if it was refused or was removed with the comment. */
  refused: Nullable(RefusedChange),
  /** Why it waits: the setting of the site, a word of the site's list, or the author's comments need an approval. */
  heldBy: Nullable(
    Type.Unsafe<'setting' | 'words' | 'mute'>({ type: 'string', enum: ['setting', 'words', 'mute'] }),
  ),
  /** Reports that nobody has decided about yet. */
  reports: Type.Array(Type.Object({ fault: CommentFault, count: Type.Integer() })),
  removal: Nullable(Removal),
  /** The latest decision. */
  decided: Nullable(Type.Object({ at: Timestamp, by: Type.String() })),
  createdAt: Timestamp,
  editedAt: Nullable(Timestamp),
  /** Counts the changes that a decision has to know. */
  revision: Type.Integer(),
  /** Whether the caller may approve it: teachers do on their own videos, but not what they wrote or what was removed. */
  mayApprove: Type.Boolean(),
  /** Whether the caller may remove it and mute its author: superadmins. */
  mayRemove: Type.Boolean(),
});
export type ModeratedComment = Static<typeof ModeratedComment>;

export const listModeration = endpoint({
  operationId: 'listModeration',
  summary:
    'Comments that wait or are reported, oldest first, or are removed, newest first; of teachers on their own videos',
  method: 'GET',
  path: '/api/moderation/comments',
  access: 'teacher',
  query: Type.Object({
    ...PageQuery.properties,
    list: withDefault(
      Type.Unsafe<ModerationList>({
        type: 'string',
        enum: MODERATION_LISTS,
        default: 'waiting',
        ...because('comment.list-not-valid'),
      }),
    ),
  }),
  data: Type.Object({
    comments: Type.Array(ModeratedComment),
    nextCursor: Nullable(Type.String()),
    /** The lengths of the lists, for the caller. */
    counts: Type.Object({ waiting: Type.Integer(), reported: Type.Integer(), removed: Type.Integer() }),
  }),
  errors: ['NOT_FOUND'],
});

/**
 * `approve` shows a comment, or its changed text; of a reported one it keeps it, of a removed one it restores it. `refuse`
 * refuses what waits: a changed text, while the text before it stays shown, or else the comment, as `remove` does.
 */
export const COMMENT_DECISIONS = ['approve', 'refuse', 'remove'] as const;
export type CommentDecision = (typeof COMMENT_DECISIONS)[number];
const decision = {
  decision: Type.Unsafe<CommentDecision>({
    type: 'string',
    enum: COMMENT_DECISIONS,
    ...because('comment.decision-unknown'),
  }),
  /** Required for `refuse` and `remove`: its author reads it. */
  fault: Type.Optional(CommentFault),
  /** For `refuse` and `remove`: a sentence for its author. */
  note: Type.Optional(
    Type.String({
      maxLength: MAX_REMOVAL_NOTE,
      ...because('comment.note-too-long', { maximum: MAX_REMOVAL_NOTE }),
    }),
  ),
};
/** `ModeratedComment.revision`, as it was when the comment was looked at. */
const Revision = Type.Integer({ minimum: 0 });

/**
 * One decision about one comment. CONFLICT tells who decided before, and how, or that the comment has changed since the
 * revision that the decision names.
 */
export const decideComment = endpoint({
  operationId: 'decideComment',
  summary: 'Approve a comment, refuse what waits, or remove the comment with a reason',
  method: 'POST',
  path: '/api/moderation/comments/:id',
  access: 'teacher',
  params: IdParams,
  body: Type.Object({ ...decision, revision: Revision }),
  data: Type.Object({ comment: ModeratedComment }),
  errors: ['NOT_FOUND', 'ITEM_NOT_FOUND', 'FORBIDDEN', 'CONFLICT'],
});

/**
 * The outcome of one of many decisions: `overtaken` if somebody else decided, or the author changed or deleted it; `failed`
 * if it could not be made because of a fault of the site, so that it can be made again.
 */
export const DecisionOutcome = Type.Object({
  id: Uuid,
  outcome: Type.Unsafe<'done' | 'overtaken' | 'failed'>({
    type: 'string',
    enum: ['done', 'overtaken', 'failed'],
  }),
  /** Of an overtaken one: a reason of the site's list, such as `comment.already-approved`, and its values. */
  reason: Nullable(Type.String()),
  values: Type.Object({ name: Type.Optional(Type.String()) }),
});
export type DecisionOutcome = Static<typeof DecisionOutcome>;

export const decideComments = endpoint({
  operationId: 'decideComments',
  summary: 'Make one decision about many comments; each of them is decided for itself',
  method: 'POST',
  path: '/api/moderation/comments',
  access: 'teacher',
  body: Type.Object({
    ...decision,
    comments: Type.Array(Type.Object({ id: Uuid, revision: Revision }), {
      minItems: 1,
      maxItems: MAX_DECISIONS,
      ...because('comment.decision-count', { maximum: MAX_DECISIONS }),
    }),
  }),
  data: Type.Object({ outcomes: Type.Array(DecisionOutcome) }),
  errors: ['NOT_FOUND', 'FORBIDDEN'],
});

export const muteAuthor = endpoint({
  operationId: 'muteAuthor',
  summary: "Whether an author's comments need an approval, or are refused",
  method: 'PUT',
  path: '/api/admin/comment-authors/:id/mute',
  access: 'superadmin',
  params: IdParams,
  body: Type.Object({ mute: Mute }),
  data: Type.Object({ mute: Mute }),
  errors: ['NOT_FOUND', 'USER_NOT_FOUND', 'CONFLICT'],
});

/** An author whose comments need an approval, or are refused. */
export const MutedAuthor = Type.Object({
  id: Uuid,
  name: Type.String(),
  mute: Mute,
  /** Null if it was not recorded when. */
  mutedAt: Nullable(Timestamp),
});
export type MutedAuthor = Static<typeof MutedAuthor>;

export const listMutedAuthors = endpoint({
  operationId: 'listMutedAuthors',
  summary: 'The muted authors, latest first, whether or not a comment of theirs is in a list',
  method: 'GET',
  path: '/api/admin/comment-authors',
  access: 'superadmin',
  query: PageQuery,
  data: Type.Object({ authors: Type.Array(MutedAuthor), nextCursor: Nullable(Type.String()) }),
  errors: ['NOT_FOUND'],
});
