import { catalog } from '@larksong/contracts';

import { call } from '../../api/client.ts';
import { text } from '../../lib/texts.ts';
import { toPlace, type Attempt } from './drafts.ts';
import { isListed, showWritten } from './use-comments.ts';

interface TalkOptions {
  videoId: string;
  userId: string;
  /** Whether the viewer can remove what others wrote. */
  mayRemove: boolean;
  /** Says what happened, to screen readers. */
  say: (sentence: string) => void;
}

/** What the parts of the comments on one video share. */
export type Talk = ReturnType<typeof createTalk>;

/** Returns what members do with the comments on a video. */
export function createTalk({ videoId, userId, mayRemove, say }: TalkOptions) {
  const params = { id: videoId };
  const update = async (id: string, changed: string): Promise<catalog.Reply> => {
    const body = { text: changed };
    const { comment } = (await call(catalog.updateComment, { params: { id }, body })).data;
    showWritten(videoId, comment);
    return comment;
  };
  return {
    videoId,
    mayRemove,
    say,
    /** Returns where a text is kept until it has been sent: a new comment, or a part such as a reply. */
    placeOf: (part?: string): string => toPlace(userId, videoId, part),
    /** Returns whether a comment of this id is shown. */
    isWritten: (id: string): boolean => isListed(videoId, id),
    /**
     * Writes a comment, or a reply. If the server has already taken another text with this attempt, that one is changed.
     * Returns its id.
     */
    write: async (written: string, { id, text: first }: Attempt, parentId?: string): Promise<string> => {
      const body = { id, text: written, ...(parentId !== undefined && { parentId }) };
      let { comment } = (await call(catalog.createComment, { params, body })).data;
      showWritten(videoId, comment, parentId);
      if (first !== written) comment = await update(id, written);
      say(text(isWaiting(comment) ? 'comments.sent-waiting' : 'comments.sent'));
      return comment.id;
    },
    change: async (id: string, changed: string): Promise<void> => {
      const comment = await update(id, changed);
      say(text(isWaiting(comment) ? 'comments.changed-waiting' : 'comments.changed'));
    },
  };
}

const isWaiting = ({ state, waitingText }: catalog.Reply) => state === 'waiting' || waitingText !== null;

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
