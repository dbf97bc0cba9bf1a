import type { CDPSession, Page } from 'playwright-core';

export interface Point {
  x: number;
  y: number;
}

/** Fingers on a page, as real touch events. */
export interface Fingers {
  down: (finger: number, at: Point) => Promise<void>;
  move: (finger: number, to: Point) => Promise<void>;
  up: (finger: number) => Promise<void>;
}

/** Returns fingers for a page whose context has touch. */
export async function createFingers(page: Page): Promise<Fingers> {
  const session: CDPSession = await page.context().newCDPSession(page);
  const points = new Map<number, Point>();
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: (Point & { id: number })[]) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints });
  const all = () => [...points].map(([id, point]) => ({ id, ...point }));
  return {
    down: async (finger, at) => {
      points.set(finger, at);
      await send('touchStart', all());
    },
    move: async (finger, to) => {
      points.set(finger, to);
      await send('touchMove', all());
    },
    up: async (finger) => {
      // The end event names the lifted fingers; the others stay down.
      const lifted = all().filter(({ id }) => id === finger);
      points.delete(finger);
      await send('touchEnd', lifted);
    },
  };
}
