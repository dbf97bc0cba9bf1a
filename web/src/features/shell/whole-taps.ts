/** A finger on a control. */
export interface Touch {
  pointer: number;
  /** Its first point in the window, in pixels, and its time. */
  x: number;
  y: number;
  startMs: number;
  /** No slide so far, and no other finger. */
  isWhole: boolean;
}

/** A finger that taps on purpose moves less. */
const SLIDE_PX = 12;
/** A finger that stays for longer is resting. */
const REST_MS = 1_000;
/** Children who play tap at least this often; a grown-up's hand takes longer on its way to the bar. */
const PLAY_MS = 1_500;

/** Marks a finger that slides. */
export function slide(touch: Touch, { x, y }: { x: number; y: number }): Touch {
  const isWhole = touch.isWhole && Math.hypot(x - touch.x, y - touch.y) <= SLIDE_PX;
  return { ...touch, isWhole };
}

/** Returns whether a finger that is lifted has tapped: on the control where it began, alone, and without resting. */
export function isWholeTap(
  touch: Touch,
  end: { x: number; y: number; atMs: number; isOnControl: boolean },
): boolean {
  return slide(touch, end).isWhole && end.isOnControl && end.atMs - touch.startMs <= REST_MS;
}

/** Returns whether a finger came down so soon after the last tap on something to play with that it is part of the play. */
export function isAmidPlay({ startMs }: Touch, lastPlayMs: number): boolean {
  return startMs - lastPlayMs < PLAY_MS;
}
