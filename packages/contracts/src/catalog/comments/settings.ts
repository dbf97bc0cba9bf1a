import { Type, type Static } from 'typebox';

import { endpoint } from '../../endpoint.ts';
import { because } from '../../reasons.ts';

/** Maximum numbers of words that hold comments back, and of their characters. */
export const MAX_HELD_WORDS = 500;
export const MAX_HELD_WORD_LENGTH = 60;

/** Whether members comment on videos: not at all, shown after an approval, or shown at once. */
export const COMMENT_SETTINGS = ['off', 'approval', 'at-once'] as const;
export type CommentSetting = (typeof COMMENT_SETTINGS)[number];
export const CommentSetting = Type.Unsafe<CommentSetting>({
  type: 'string',
  enum: COMMENT_SETTINGS,
  ...because('comment.setting-unknown'),
});

export const CommentSettings = Type.Object({
  setting: CommentSetting,
  /** Whether a superadmin has chosen it; after an update, comments are off until then. */
  isChosen: Type.Boolean(),
  /** Words that hold a comment back until somebody approves it, whatever their case and accents. */
  words: Type.Array(Type.String()),
});
export type CommentSettings = Static<typeof CommentSettings>;

export const getCommentSettings = endpoint({
  operationId: 'getCommentSettings',
  summary: 'Whether members comment on videos, and the words that hold comments back',
  method: 'GET',
  path: '/api/admin/comments/settings',
  access: 'superadmin',
  data: Type.Object({ settings: CommentSettings }),
});

export const putCommentSettings = endpoint({
  operationId: 'putCommentSettings',
  summary: 'Choose whether members comment on videos, and the words that hold comments back',
  method: 'PUT',
  path: '/api/admin/comments/settings',
  access: 'superadmin',
  body: Type.Object({
    /** Unchanged if missing. */
    setting: Type.Optional(CommentSetting),
    /** Unchanged if missing. */
    words: Type.Optional(
      Type.Array(
        Type.String({
          maxLength: MAX_HELD_WORD_LENGTH,
          ...because('comment.word-length', { maximum: MAX_HELD_WORD_LENGTH }),
        }),
        { maxItems: MAX_HELD_WORDS, ...because('comment.too-many-words', { maximum: MAX_HELD_WORDS }) },
      ),
    ),
  }),
  data: Type.Object({ settings: CommentSettings }),
});
