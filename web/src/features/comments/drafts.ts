import { createRandomId } from '../../api/random-id.ts';
import { keep, listKept, readKept, useKeptText } from '../../lib/kept-text.ts';

/**
 * What is typed is kept in the tab until it has been sent, whatever happens: a reload, signing out, a video that is no longer
 * there. A place is the video, or a comment on it, and the member who writes, so that nobody else is given it.
 */
export function toPlace(userId: string, videoId: string, part = ''): string {
  return `comments ${userId} ${videoId} ${part}`.trimEnd();
}

/** A reply to a comment, or a change of an own one, that was begun and not sent. */
export interface InnerDraft {
  place: string;
  kind: 'reply' | 'change';
  /** Of the comment. */
  id: string;
}

/** Returns what was begun at the comments of a video; `place` is that of the video. */
export function listInnerDrafts(place: string): InnerDraft[] {
  return listKept(`${place} `).flatMap((inner) => {
    const [kind, id, ...more] = inner.slice(place.length + 1).split(' ');
    const isText = (kind === 'reply' || kind === 'change') && id !== undefined && more.length === 0;
    return isText ? [{ place: inner, kind, id }] : [];
  });
}

/** A text that was sent, and to which no answer has come yet. */
export interface Attempt {
  id: string;
  text: string;
}

const attemptOf = (place: string) => `${place} attempt`;

/** Returns what was sent from a place without an answer; null for nothing. */
export function readAttempt(place: string): Attempt | null {
  const [id, ...sent] = readKept(attemptOf(place))?.split('\n') ?? [];
  return id === undefined ? null : { id, text: sent.join('\n') };
}

/**
 * Returns the attempt with which a text is sent: the same one until an answer has come, also for a changed text, since the
 * server may have taken the first one.
 */
export function startAttempt(place: string, text: string): Attempt {
  const known = readAttempt(place);
  if (known) return known;
  const next = { id: createRandomId(), text };
  keep(attemptOf(place), `${next.id}\n${text}`);
  return next;
}

/** Makes the next text from a place another one. */
export function endAttempt(place: string): void {
  keep(attemptOf(place), null);
}

/** Follows a text that is being written; at first, it is `initial`. */
export function useDraft(place: string, initial: string) {
  const draft = useKeptText(place, initial);
  return {
    ...draft,
    clear: (): void => {
      draft.clear();
      endAttempt(place);
    },
  };
}
