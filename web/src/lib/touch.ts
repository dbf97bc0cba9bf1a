import type { MouseEvent } from 'react';

/**
 * Returns whether a click comes from a finger. Where the browser does not say so, it does on a device whose main pointer
 * is a finger. Clicks of keys and switches do not.
 */
export function isByTouch({ nativeEvent, detail }: MouseEvent): boolean {
  if (detail === 0) return false;
  const { pointerType } = nativeEvent as Partial<PointerEvent>; // a plain mouse event in older versions of Safari
  return pointerType === undefined ? matchMedia('(pointer: coarse)').matches : pointerType === 'touch';
}
