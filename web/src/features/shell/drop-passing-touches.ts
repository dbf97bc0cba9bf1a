import { paths } from '../../paths.ts';
import { isAmidPlay, isWholeTap, slide, type Touch } from './whole-taps.ts';

/** Browsers send the click of a tap within this time. */
const CLICK_MS = 1_000;

/** What children do not need outside of the bar: the way to forms and settings. */
const MARKED = '[data-grown-ups]';
/** Where there is something to play with; the other pages with tabs have forms and texts for grown-ups. */
const PLAYGROUNDS: readonly string[] = [paths.home, paths.songs, paths.liked];
/** Places there where taps are not play. */
const QUIET = 'dialog, [role=dialog], [role=menu], [data-notice]';

/**
 * Drops clicks on the controls of the bar, except its pictures in `exempt`, and on those marked with `data-grown-ups`,
 * if they come from fingers that did not tap. On the pages where children play, a tap amid play is dropped too, and the
 * control nods; a second tap on the same one counts.
 */
export function dropPassingTouches(bar: HTMLElement, exempt: string, signal: AbortSignal): void {
  const toControl = (target: EventTarget | null) => findControl(bar, exempt, target);
  const isForChildren = () => PLAYGROUNDS.includes(window.location.pathname);
  const fingers = followFingers({ toControl, isForChildren, signal });
  const drop = (event: MouseEvent) => {
    const control = toControl(event.target);
    if (!control || !fingers.hasOnlyTouched(event)) return;
    event.preventDefault(); // a field takes the focus at mousedown
    event.stopPropagation();
    if (event.type === 'click') nod(control);
  };
  // Before the handlers of React, which are at the root.
  for (const type of ['mousedown', 'click'] as const)
    window.addEventListener(type, drop, { signal, capture: true });
}

interface Following {
  /** Returns the control under a finger. */
  toControl: (target: EventTarget | null) => Element | null;
  isForChildren: () => boolean;
  signal: AbortSignal;
}

/** Follows all fingers on the page. */
function followFingers({ toControl, isForChildren, signal }: Following) {
  const fingers = new Map<number, { touch: Touch; control: Element | null }>();
  let lastEndMs = -Infinity;
  let lastPlayMs = -Infinity;
  let refused: Element | null = null;
  let wasWhole = true;
  const listen = (kind: 'pointerdown' | 'pointermove' | 'pointerup', on: (event: PointerEvent) => void) =>
    window.addEventListener(kind, (event) => event.pointerType === 'touch' && on(event), { signal });
  listen('pointerdown', ({ pointerId: pointer, clientX: x, clientY: y, timeStamp: startMs, target }) => {
    const isAlone = fingers.size === 0;
    for (const finger of fingers.values()) finger.touch = { ...finger.touch, isWhole: false };
    fingers.set(pointer, { touch: { pointer, x, y, startMs, isWhole: isAlone }, control: toControl(target) });
  });
  listen('pointermove', ({ pointerId, clientX: x, clientY: y }) => {
    const finger = fingers.get(pointerId);
    if (finger) finger.touch = slide(finger.touch, { x, y });
  });
  listen('pointerup', ({ pointerId, clientX: x, clientY: y, timeStamp: atMs, target }) => {
    const finger = fingers.get(pointerId);
    fingers.delete(pointerId);
    if (!finger?.control) {
      if (target instanceof Element && target.closest(QUIET)) return;
      lastPlayMs = atMs;
      refused = null;
      return;
    }
    const { touch, control } = finger;
    lastEndMs = atMs;
    const isOnControl = contains(control.getBoundingClientRect(), x, y);
    const isPlay = isForChildren() && control !== refused && isAmidPlay(touch, lastPlayMs);
    wasWhole = isWholeTap(touch, { x, y, atMs, isOnControl }) && !isPlay;
    refused = wasWhole ? null : control;
    if (isPlay) lastPlayMs = atMs; // or a child would get through by tapping along the bar
  });
  window.addEventListener('pointercancel', ({ pointerId }) => fingers.delete(pointerId), { signal });
  /** Returns whether a click comes from a finger that did not tap. */
  const hasOnlyTouched = ({ detail, timeStamp }: MouseEvent) =>
    detail > 0 && timeStamp - lastEndMs < CLICK_MS && !wasWhole;
  return { hasOnlyTouched };
}

function findControl(bar: HTMLElement, exempt: string, target: EventTarget | null): Element | null {
  if (!(target instanceof Element) || target.closest(exempt)) return null;
  return target.closest(MARKED) ?? (bar.contains(target) ? target.closest('button, a') : null);
}

/** Shows that a control has felt the finger. */
function nod(control: Element): void {
  if (!matchMedia('(prefers-reduced-motion: reduce)').matches)
    control.animate({ scale: [1, 0.9, 1] }, { duration: 200, easing: 'ease-out' });
}

function contains({ left, right, top, bottom }: DOMRect, x: number, y: number): boolean {
  return x >= left && x <= right && y >= top && y <= bottom;
}
