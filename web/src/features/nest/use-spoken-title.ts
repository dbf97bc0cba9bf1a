import { useEffect, useRef, type MouseEvent } from 'react';

import { toUtter } from '../memory-game/sounds/device-voice.ts';
import { highestVolume } from './use-nest-place.ts';

/** Longer than a press. */
const HOLD_MS = 600;
const SILENT = { onStart: () => {}, onEnd: () => {} };

/**
 * Returns the props of a picture that says its title in the device's own voice when it is held, and then does not count
 * as pressed. A device without a voice is silent.
 */
export function useSpokenTitle(title: string) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const hasSpoken = useRef(false);
  const stop = useRef(() => {});
  const end = () => clearTimeout(timer.current);
  useEffect(
    () => () => {
      clearTimeout(timer.current);
      stop.current();
    },
    [],
  );
  return {
    onPointerDown: () => {
      end();
      hasSpoken.current = false;
      timer.current = setTimeout(() => {
        hasSpoken.current = true;
        stop.current();
        stop.current = toUtter(title, undefined, highestVolume())(SILENT);
      }, HOLD_MS);
    },
    onPointerUp: end,
    onPointerLeave: end,
    onPointerCancel: end,
    onContextMenu: (event: MouseEvent) => event.preventDefault(), // of a long press
    onClick: (event: MouseEvent) => {
      if (hasSpoken.current) event.preventDefault();
      hasSpoken.current = false;
    },
  };
}
