import { catalog } from '@larksong/contracts';

import { call } from '../../api/client.ts';
import { text } from '../../lib/texts.ts';
import { toPlace } from './drafts.ts';
import { showWritten } from './use-comments.ts';

interface TalkOptions {
  videoId: string;
  userId: string;
  /** Says what happened, to screen readers. */
  say: (sentence: string) => void;
}

/** What the parts of the comments on one video share. */
export type Talk = ReturnType<typeof createTalk>;

/** Returns what members do with the comments on a video. */
export function createTalk({ videoId, userId, say }: TalkOptions) {
  const params = { id: videoId };
  return {
    videoId,
    say,
    /** Returns where a text is kept until it has been sent: a new comment, or a part such as a reply. */
    placeOf: (part?: string): string => toPlace(userId, videoId, part),
    /** Writes a comment, or a reply. Returns its id. */
    write: async (body: { id: string; text: string; parentId?: string }): Promise<string> => {
      const { comment } = (await call(catalog.createComment, { params, body })).data;
      showWritten(videoId, comment, body.parentId);
      say(text(comment.state === 'waiting' ? 'comments.sent-waiting' : 'comments.sent'));
      return comment.id;
    },
    change: async (id: string, changed: string): Promise<void> => {
      const { comment } = (await call(catalog.updateComment, { params: { id }, body: { text: changed } }))
        .data;
      showWritten(videoId, comment);
      const isWaiting = comment.state === 'waiting' || comment.waitingText !== null;
      say(text(isWaiting ? 'comments.changed-waiting' : 'comments.changed'));
    },
  };
}

/** The id of the heading above all comments. */
export const HEADING_ID = 'comments';

/** Moves the focus to the heading, when what had it disappears. */
export function focusHeading(): void {
  document.getElementById(HEADING_ID)?.focus();
}

/** Returns the id of the element of a comment. */
export const toElementId = (id: string): string => `comment-${id}`;

/** Moves the focus to a comment once it is rendered. */
export function focusComment(id: string): void {
  requestAnimationFrame(() => document.getElementById(toElementId(id))?.focus());
}
