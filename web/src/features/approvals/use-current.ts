import { useEffect, useRef, useState } from 'react';

import { focusHeading, isFocusLost } from '../../lib/focus-heading.ts';

/** Returns the id of the element that has the focus when a video is the current one. */
export const toHeadId = (id: string) => `approval-${id}`;

/**
 * Follows the current video of a list: the first one until another is opened. When it leaves the list, the next one
 * becomes current and has the focus.
 */
export function useCurrent<Video extends { id: string }>(videos: readonly Video[]) {
  const [wanted, setWanted] = useState<string | null>(null);
  const focus = useRef<'head' | null>(null);
  const current = videos.find(({ id }) => id === wanted) ?? videos[0];
  const currentId = current?.id;
  useEffect(() => {
    if (focus.current === null && !isFocusLost()) return;
    if (focus.current === null && wanted === null) return; // the page has just opened
    focus.current = null;
    if (currentId === undefined) focusHeading();
    else document.getElementById(toHeadId(currentId))?.focus();
  }, [currentId, wanted]);
  const show = (id: string | undefined) => {
    if (id === undefined) return;
    focus.current = 'head';
    setWanted(id);
    // It may be the current one already.
    document.getElementById(toHeadId(id))?.focus();
  };
  return {
    current,
    /** Moves by some places, or to a video. */
    move: (to: number | string): void => {
      if (typeof to === 'string') return show(to);
      const index = videos.findIndex(({ id }) => id === currentId);
      return show(videos[Math.max(0, Math.min(videos.length - 1, index + to))]?.id);
    },
    /** Makes the next video current that stays in the list. */
    leave: (ids: readonly string[]): void => {
      const index = videos.findIndex(({ id }) => id === currentId);
      const stays = ({ id }: Video) => !ids.includes(id);
      const next = videos.slice(Math.max(0, index)).find(stays) ?? videos.slice(0, index).findLast(stays);
      focus.current = 'head';
      setWanted(next?.id ?? null);
    },
  };
}
