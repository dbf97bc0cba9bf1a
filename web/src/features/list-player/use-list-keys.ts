import { useEffect, useEffectEvent } from 'react';

import type { Surroundings } from '../player/playback/media-session.ts';
import { toKeyName } from '../player/playback/shortcuts.ts';

/** As the list of keys names them. */
export const NEXT_KEYS = 'N';
export const PREVIOUS_KEYS = '⇧ P';

/** Lets N play the next song and Shift P the previous one, as players do; P alone is picture in picture. */
export function useListKeys({ previous, next }: Pick<Surroundings, 'previous' | 'next'>): void {
  const handle = useEffectEvent((event: KeyboardEvent) => {
    const way = toWay(event);
    if (way === null || isElsewhere(event)) return;
    event.preventDefault(); // the player does not see it
    if (!event.repeat) (way === 'next' ? next : previous)?.();
  });
  useEffect(() => {
    document.addEventListener('keydown', handle, { capture: true });
    return () => document.removeEventListener('keydown', handle, { capture: true });
  }, []);
}

function toWay(event: KeyboardEvent): 'next' | 'previous' | null {
  if (event.ctrlKey || event.metaKey || event.altKey) return null;
  const name = toKeyName(event);
  if (name === 'n') return 'next';
  return name === 'p' && event.shiftKey ? 'previous' : null;
}

/** A dialog is open, or letters are typed or choose something. */
function isElsewhere({ target }: KeyboardEvent): boolean {
  if (document.querySelector('dialog[open]') !== null) return true;
  return target instanceof Element && target.matches('select, textarea, input:not([type="range"])');
}
