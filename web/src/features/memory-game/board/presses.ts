/** A finger, a pen or a mouse button that is down on a card. */
interface Press {
  pointer: number;
  /** The position of the card, and the game to which it belongs. */
  position: number;
  serial: number;
  /** Its first point in the window, in pixels, and its time. */
  x: number;
  y: number;
  startMs: number;
}

export type Presses = readonly Press[];

/** The end of a press: `isOnCard` if it is still on the card where it began. */
interface Release extends Omit<Press, 'position' | 'startMs'> {
  atMs: number;
  isOnCard: boolean;
}

/** Taps of small hands slide; within this distance, a tap means the card on which it began, even near its edge. */
const SLIDE_PX = 32;
/** A finger that has been down for this long when another one taps is resting, and does not tap. */
const REST_MS = 500;

/** Adds a press, and replaces an earlier one of the same finger. */
export function press(presses: Presses, next: Press): Presses {
  return [...dropPress(presses, next.pointer), next];
}

/** Removes a press that the system has cancelled, for example for a system gesture. */
export function dropPress(presses: Presses, pointer: number): Presses {
  return presses.filter((other) => other.pointer !== pointer);
}

/**
 * Ends a press, and returns the position of the card that it means, if any. It must end on its card or near its
 * beginning, in the same game. Fingers that were resting at that time are dropped.
 */
export function release(
  presses: Presses,
  { pointer, serial, x, y, atMs, isOnCard }: Release,
): { presses: Presses; tapped: number | undefined } {
  const ended = presses.find((other) => other.pointer === pointer);
  const others = dropPress(presses, pointer);
  const isTap =
    ended !== undefined &&
    ended.serial === serial &&
    (isOnCard || Math.hypot(x - ended.x, y - ended.y) <= SLIDE_PX);
  if (!isTap) return { presses: others, tapped: undefined };
  return { presses: others.filter(({ startMs }) => atMs - startMs < REST_MS), tapped: ended.position };
}
