import { useEffect, useEffectEvent, useRef, useState, type RefObject } from 'react';

import { useStore, type Store } from '../../../lib/store.ts';
import type { Hint } from '../board/use-turns.ts';
import { REST, toGaze, toPose, type Gaze, type Pose } from './pose.ts';

/** At night the lark falls asleep again if nothing has happened for this time. */
const AWAKE_MS = 5_000;

export interface LarkLife {
  /** Whether a letter or a word sounds at this moment. */
  isSpeaking: Store<boolean>;
  hint: Hint | undefined;
  isWon: boolean;
}

/** Returns the pose of the lark in an element. */
export function usePose(lark: RefObject<Element | null>, { hint, isWon, ...life }: LarkLife): Pose {
  const isSpeaking = useStore(life.isSpeaking);
  const gaze = useGaze(lark, hint);
  const presses = usePressCount();
  const isStirred = useStir([presses, hint?.position, isSpeaking, isWon].join());
  return toPose({ gaze, isSpeaking, isStirred, isWon });
}

/**
 * Returns the gaze to the card under the finger or the pointer, to the one with the keyboard's focus, or to the one that
 * invites a tap, whichever came last.
 */
function useGaze(lark: RefObject<Element | null>, hint: Hint | undefined): Gaze {
  const [gaze, setGaze] = useState<Gaze>(REST);
  const frame = useRef(0);
  const look = useEffectEvent((card: Element | null | undefined) => {
    cancelAnimationFrame(frame.current);
    // Measures once a frame, when the layout is known.
    frame.current = requestAnimationFrame(() =>
      setGaze(card && lark.current ? measure(lark.current, card) : REST),
    );
  });
  useEffect(() => {
    const follow = ({ target }: Event) => {
      if (!(target instanceof Element)) return;
      const card = target.closest('[role=gridcell]');
      // Between two cards it still looks at the previous one.
      if (card || !target.closest('[role=grid]')) look(card);
    };
    return listen(['pointerover', 'focusin'], follow);
  }, []);
  useEffect(() => {
    const cards = document.querySelectorAll('[role=grid] [role=gridcell]');
    look(hint ? cards[hint.position] : document.activeElement?.closest('[role=gridcell]'));
  }, [hint]);
  return gaze;
}

function measure(lark: Element, card: Element): Gaze {
  const [from, to] = [lark.getBoundingClientRect(), card.getBoundingClientRect()];
  // The head is in the upper part of the drawing.
  const [x, y] = [from.x + from.width / 2, from.y + from.height * 0.3];
  return toGaze(to.x + to.width / 2 - x, to.y + to.height / 2 - y);
}

function usePressCount(): number {
  const [count, setCount] = useState(0);
  useEffect(() => listen(['pointerdown', 'keydown'], () => setCount((before) => before + 1)), []);
  return count;
}

/** Returns whether the sign has changed a short time ago. */
function useStir(sign: string): boolean {
  const [last, setLast] = useState({ sign, isRecent: false });
  if (last.sign !== sign) setLast({ sign, isRecent: true });
  useEffect(() => {
    if (!last.isRecent) return undefined;
    const timer = setTimeout(() => setLast({ ...last, isRecent: false }), AWAKE_MS);
    return () => clearTimeout(timer);
  }, [last]);
  return last.isRecent;
}

/** Returns a function that stops it. */
function listen(kinds: readonly string[], listener: (event: Event) => void): () => void {
  for (const kind of kinds) window.addEventListener(kind, listener, { passive: true });
  return () => {
    for (const kind of kinds) window.removeEventListener(kind, listener);
  };
}
