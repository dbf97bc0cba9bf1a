import { useState } from 'react';

import { createRandomId } from '../../api/random-id.ts';

/**
 * What is typed is kept in the tab until it has been sent, whatever happens: a reload, signing out, a video that is no longer
 * there. A place is the video, or a comment on it, and the member who writes, so that nobody else is given it.
 */
export function toPlace(userId: string, videoId: string, part = ''): string {
  return `comments ${userId} ${videoId} ${part}`.trimEnd();
}

/** Returns what was typed and not sent; null if nothing was. */
export function readDraft(place: string): string | null {
  try {
    return sessionStorage.getItem(place);
  } catch {
    return null;
  }
}

function keep(place: string, text: string | null): void {
  try {
    if (text === null) sessionStorage.removeItem(place);
    else sessionStorage.setItem(place, text);
  } catch {
    // It is kept until the page is left.
  }
}

const attemptOf = (place: string) => `${place} attempt`;

/** Follows a text that is being written; at first, it is `initial`. */
export function useDraft(place: string, initial: string) {
  const [text, setText] = useState(() => readDraft(place) ?? initial);
  return {
    text,
    type: (typed: string): void => {
      setText(typed);
      keep(place, typed === initial ? null : typed);
    },
    /** Forgets it, once it was sent or given up. */
    clear: (): void => {
      setText(initial);
      keep(place, null);
      keep(attemptOf(place), null);
    },
  };
}

/**
 * Returns the id with which a text is sent: the same one each time, since the server may have taken it and the answer was
 * lost; another one for another text.
 */
export function toAttemptId(place: string, text: string): string {
  const [id, ...sent] = readDraft(attemptOf(place))?.split('\n') ?? [];
  if (id !== undefined && sent.join('\n') === text) return id;
  const next = createRandomId();
  keep(attemptOf(place), `${next}\n${text}`);
  return next;
}
