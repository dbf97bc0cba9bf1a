import { useEffect, useEffectEvent, useRef, useState, type MouseEvent, type PointerEvent } from 'react';

import { dropPress, press, release, type Presses } from './presses.ts';

/** Browsers send the click of a tap within this time. */
const CLICK_MS = 1_000;

/** The handlers of one card. */
export interface PressHandlers {
  onPointerDown: (event: PointerEvent<HTMLElement>) => void;
  onClick: (event: MouseEvent<HTMLElement>) => void;
}

/**
 * Recognises taps on cards for each finger on its own: browsers send no click for a second finger or for a tap that
 * slides. Clicks without a press come from keyboards, switches and screen readers.
 */
export function usePresses(serial: number, onTap: (position: number) => void) {
  const [presses, setPresses] = useState<Presses>([]);
  /** Events may follow each other before the next render. */
  const current = useRef(presses);
  const cards = useRef(new Map<number, HTMLElement>());
  const lastEndMs = useRef(-Infinity);

  const update = (next: Presses) => {
    current.current = next;
    setPresses(next);
  };
  const end = useEffectEvent((event: globalThis.PointerEvent) => {
    const { pointerId, clientX: x, clientY: y, timeStamp } = event;
    const card = cards.current.get(pointerId);
    if (!card) return;
    cards.current.delete(pointerId);
    lastEndMs.current = timeStamp;
    const isOnCard = contains(card.getBoundingClientRect(), x, y);
    const ended = release(current.current, { pointer: pointerId, serial, x, y, atMs: timeStamp, isOnCard });
    update(ended.presses);
    if (ended.tapped !== undefined) onTap(ended.tapped);
  });
  const cancel = useEffectEvent(({ pointerId }: globalThis.PointerEvent) => {
    if (cards.current.delete(pointerId)) update(dropPress(current.current, pointerId));
  });
  useEffect(() => {
    const listening = new AbortController();
    const { signal } = listening;
    // On the window, since a mouse may be released elsewhere.
    window.addEventListener('pointerup', (event) => end(event), { signal });
    window.addEventListener('pointercancel', (event) => cancel(event), { signal });
    return () => listening.abort();
  }, []);

  const handlersOf = (position: number): PressHandlers => ({
    onPointerDown: ({ button, pointerId, clientX: x, clientY: y, timeStamp, currentTarget }) => {
      if (button !== 0) return;
      cards.current.set(pointerId, currentTarget);
      update(press(current.current, { pointer: pointerId, position, serial, x, y, startMs: timeStamp }));
    },
    onClick: ({ detail, timeStamp }) => {
      const isOfPress = detail > 0 && timeStamp - lastEndMs.current < CLICK_MS;
      if (!isOfPress) onTap(position);
    },
  });
  const isPressed = (position: number) =>
    presses.some((other) => other.position === position && other.serial === serial);
  return { handlersOf, isPressed };
}

function contains({ left, right, top, bottom }: DOMRect, x: number, y: number): boolean {
  return x >= left && x <= right && y >= top && y <= bottom;
}
