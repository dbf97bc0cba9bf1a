import { isWholeTap, slide, type Touch } from './whole-taps.ts';

/** Browsers send the click of a tap within this time. */
const CLICK_MS = 1_000;

/** Drops clicks on the controls of a bar that come from fingers that did not tap. */
export function dropPassingTouches(bar: HTMLElement, exempt: string, signal: AbortSignal): void {
  const toControl = (target: EventTarget | null) => findControl(bar, exempt, target);
  const fingers = followFingers(toControl, signal);
  // Before the handlers of React, which are at the root.
  bar.addEventListener(
    'click',
    (event) => {
      if (!toControl(event.target) || !fingers.hasOnlyTouched(event)) return;
      event.preventDefault();
      event.stopPropagation();
    },
    { signal, capture: true },
  );
}

/** Follows all fingers on the page; `toControl` returns the control under a finger. */
function followFingers(toControl: (target: EventTarget | null) => Element | null, signal: AbortSignal) {
  const fingers = new Map<number, { touch: Touch; control: Element | null }>();
  let lastEndMs = -Infinity;
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
  listen('pointerup', ({ pointerId, clientX: x, clientY: y, timeStamp: atMs }) => {
    const finger = fingers.get(pointerId);
    fingers.delete(pointerId);
    if (!finger?.control) return;
    lastEndMs = atMs;
    const isOnControl = contains(finger.control.getBoundingClientRect(), x, y);
    wasWhole = isWholeTap(finger.touch, { x, y, atMs, isOnControl });
  });
  window.addEventListener('pointercancel', ({ pointerId }) => fingers.delete(pointerId), { signal });
  /** Returns whether a click comes from a finger that did not tap. */
  const hasOnlyTouched = ({ detail, timeStamp }: MouseEvent) =>
    detail > 0 && timeStamp - lastEndMs < CLICK_MS && !wasWhole;
  return { hasOnlyTouched };
}

function findControl(bar: HTMLElement, exempt: string, target: EventTarget | null): Element | null {
  if (!(target instanceof Element) || !bar.contains(target) || target.closest(exempt)) return null;
  return target.closest('button, a');
}

function contains({ left, right, top, bottom }: DOMRect, x: number, y: number): boolean {
  return x >= left && x <= right && y >= top && y <= bottom;
}
