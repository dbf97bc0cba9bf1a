import type { KeyboardEvent, PointerEvent } from 'react';

import { createStore, type Store } from '../../lib/store.ts';

/** A row that is being moved. */
interface Lifted {
  grip: HTMLElement;
  rows: readonly HTMLElement[];
  /** The upper edge and the height of each row, in pixels of the page. */
  places: readonly { top: number; height: number }[];
  from: number;
  to: number;
  /** Null while keys move it. */
  pointer: { id: number; startY: number; y: number; startScroll: number } | null;
}

interface ReorderOptions {
  /** The row with this id goes to this place. Its element has moved when it returns. */
  onDrop: (id: string, to: number) => void;
  /** Called for each new place, for screen readers. */
  onPlace: (id: string, to: number, why: 'lifted' | 'moved' | 'dropped' | 'back') => void;
}

export interface Reorder {
  /** The id of the lifted row. */
  lifted: Store<string | null>;
  onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
  onPointerDown: (event: PointerEvent<HTMLElement>) => void;
  onBlur: () => void;
  /** Puts a lifted row back if the rows have another order than before. */
  follow: (order: string) => void;
}

/** Less is a press on the grip, not a drag, in pixels. */
const THRESHOLD = 4;
/** How near to the edges of the window the page scrolls, in pixels, and how far in each frame. */
const EDGE = 96;
const SCROLL = 12;

/**
 * Moves the rows of a list by grips: with a pointer, or with the keyboard (Space lifts and drops, arrows move, Escape puts
 * back). While a row is lifted, only styles change, so that a list of hundreds of rows follows the finger; the rows are
 * list items with `data-id`.
 */
export function createReorder(options: ReorderOptions): Reorder {
  const hand = createHand(options);
  let known = '';
  return {
    lifted: hand.lifted,
    follow: (order) => {
      if (order !== known) hand.end(false);
      known = order;
    },
    // A press elsewhere drops the row.
    onBlur: () => {
      if (hand.get()?.pointer === null) hand.end(true);
    },
    onKeyDown: (event) => {
      if (!pressKey(hand, event)) return;
      event.preventDefault();
      event.stopPropagation();
    },
    onPointerDown: ({ currentTarget, nativeEvent, button, isPrimary }) => {
      if (hand.get()?.pointer || button !== 0 || !isPrimary) return;
      followPointer(hand, currentTarget, nativeEvent);
    },
  };
}

interface Hand {
  lifted: Store<string | null>;
  get: () => Lifted | null;
  lift: (grip: HTMLElement, pointer: Lifted['pointer']) => void;
  moveTo: (to: number) => void;
  end: (isKept: boolean) => void;
}

/** Holds at most one row. */
function createHand({ onDrop, onPlace }: ReorderOptions): Hand {
  const lifted = createStore<string | null>(null);
  let now: Lifted | null = null;
  return {
    lifted,
    get: () => now,
    lift: (grip, pointer) => {
      const row = grip.closest('li');
      const rows = [...(row?.parentElement?.children ?? [])].filter((one) => one instanceof HTMLElement);
      const from = rows.findIndex((one) => one === row);
      if (from === -1) return;
      const places = rows.map(({ offsetTop: top, offsetHeight: height }) => ({ top, height }));
      now = { grip, rows, places, from, to: from, pointer };
      lifted.set(idOf(rows[from]));
      onPlace(idOf(rows[from]), from, 'lifted');
    },
    moveTo: (to) => {
      if (now === null) return;
      if (to !== now.to) onPlace(idOf(now.rows[now.from]), to, 'moved');
      now.to = to;
      show(now);
    },
    end: (isKept) => {
      if (now === null) return;
      const { rows, from, to, grip, pointer } = now;
      const id = idOf(rows[from]);
      now = null;
      for (const row of rows) row.style.translate = '';
      lifted.set(null);
      if (isKept && to !== from) onDrop(id, to);
      if (pointer === null) grip.focus(); // which moved with its row
      onPlace(id, isKept ? to : from, isKept ? 'dropped' : 'back');
    },
  };
}

/** Returns whether the key is one that moves rows. */
function pressKey(hand: Hand, { key, currentTarget }: KeyboardEvent<HTMLElement>): boolean {
  const now = hand.get();
  if (key === ' ' || key === 'Enter') {
    if (now) hand.end(true);
    else hand.lift(currentTarget, null);
    return true;
  }
  const step = { ArrowUp: -1, ArrowDown: 1, Home: -Infinity, End: Infinity }[key];
  if (now === null || (key !== 'Escape' && step === undefined)) return false;
  if (step === undefined) hand.end(false);
  else {
    hand.moveTo(Math.max(0, Math.min(now.rows.length - 1, now.to + step)));
    now.rows[now.from]?.scrollIntoView({ block: 'nearest' });
  }
  return true;
}

const idOf = (row: HTMLElement | undefined): string => row?.dataset['id'] ?? '';

/** Returns how far the pointer has moved the row, in pixels of the page. */
function offsetOf({ pointer }: Lifted): number {
  return pointer ? pointer.y - pointer.startY + window.scrollY - pointer.startScroll : 0;
}

/** Returns the place at which the row would be dropped: that of the row whose middle it has passed. */
function placeUnder(lifted: Lifted): number {
  const { places, from } = lifted;
  const own = places[from];
  if (!own) return from;
  const middle = own.top + own.height / 2 + offsetOf(lifted);
  const passed = places.filter(({ top, height }, index) => {
    const at = top + height / 2;
    return index < from ? middle < at : index > from && middle > at;
  });
  return from + (middle < own.top + own.height / 2 ? -passed.length : passed.length);
}

/** Draws the lifted row at its new place, or at the pointer, and the others with room for it. */
function show(lifted: Lifted): void {
  const { rows, places, from, to, pointer } = lifted;
  const [first, second] = places;
  const gap = first && second ? second.top - first.top - first.height : 0;
  const room = (places[from]?.height ?? 0) + gap;
  for (const [index, row] of rows.entries()) {
    const isPassed = index > from ? index <= to : index >= to && index < from;
    const shift = isPassed ? (index > from ? -room : room) : 0;
    row.style.translate = index === from ? `0 ${shiftOf(lifted, pointer, gap)}px` : `0 ${shift}px`;
  }
}

function shiftOf(lifted: Lifted, pointer: Lifted['pointer'], gap: number): number {
  if (pointer) return offsetOf(lifted);
  const { places, from, to } = lifted;
  const passed = to > from ? places.slice(from + 1, to + 1) : places.slice(to, from);
  const distance = passed.reduce((sum, { height }) => sum + height + gap, 0);
  return to > from ? distance : -distance;
}

/** Follows one pointer until it is released; the page scrolls while it is near an edge. */
function followPointer(hand: Hand, grip: HTMLElement, start: globalThis.PointerEvent): void {
  const { signal, abort } = createEnd();
  const { pointerId: id, clientY: startY } = start;
  const pointer = { id, startY, y: startY, startScroll: window.scrollY };
  const isLifted = () => hand.get()?.pointer === pointer;
  const follow = () => {
    const now = hand.get();
    if (now && isLifted()) hand.moveTo(placeUnder(now));
  };
  const stop = (isKept: boolean) => {
    abort();
    if (isLifted()) hand.end(isKept);
  };
  const on = (type: 'pointerup' | 'pointermove' | 'pointercancel', listener: (y: number) => void) =>
    grip.addEventListener(type, (event) => event.pointerId === id && listener(event.clientY), { signal });
  grip.setPointerCapture(id);
  on('pointermove', (y) => {
    pointer.y = y;
    if (!isLifted()) {
      if (Math.abs(y - startY) < THRESHOLD) return;
      hand.end(true);
      hand.lift(grip, pointer);
      scrollAtEdges(pointer, follow, signal);
    }
    follow();
  });
  on('pointerup', () => stop(true));
  on('pointercancel', () => stop(false));
  grip.addEventListener('lostpointercapture', () => stop(false), { signal });
  document.addEventListener('keydown', ({ key }) => key === 'Escape' && stop(false), { signal });
}

function createEnd(): { signal: AbortSignal; abort: () => void } {
  const controller = new AbortController();
  return { signal: controller.signal, abort: () => controller.abort() };
}

/** Scrolls the page in each frame in which the pointer is near its upper or lower edge. */
function scrollAtEdges(pointer: { y: number }, onScroll: () => void, signal: AbortSignal): void {
  const scroll = () => {
    if (signal.aborted) return;
    const step = pointer.y < EDGE ? -SCROLL : pointer.y > window.innerHeight - EDGE ? SCROLL : 0;
    if (step !== 0) {
      window.scrollBy(0, step);
      onScroll();
    }
    requestAnimationFrame(scroll);
  };
  requestAnimationFrame(scroll);
}
