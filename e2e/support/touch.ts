import type { CDPSession, Locator, Page } from 'playwright-core';

import { createRandom, readSeed, type Random } from './random.ts';

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

const SLIDE_PX = 25;
/** A long press takes its time, so only a few taps are long. */
const LONG_PRESS_MS = 600;

/** A resting thumb has been down for this long. */
const RESTING_MS = 1_000;

export const [THUMB, FINGER] = [1, 2];

/** Fingers that tap messily. */
export interface Hand extends Fingers {
  page: Page;
  random: Random;
}

/** Ways of tapping a card; each is a tap. */
export const TAPPINGS = {
  clean: async ({ down, up }: Hand, at: Point) => {
    await down(FINGER, at);
    await up(FINGER);
  },
  sliding: async (hand: Hand, at: Point) => {
    await hand.down(FINGER, at);
    await slide(hand, at);
    await hand.up(FINGER);
  },
  'next to a thumb at the edge': async (hand: Hand, at: Point) => {
    await hand.down(THUMB, { x: 3, y: 3 + (hand.page.viewportSize()?.height ?? 0) / 2 });
    await hand.down(FINGER, at);
    await slide(hand, at);
    await hand.up(FINGER);
    await hand.up(THUMB);
  },
  'next to a thumb on another card': async (hand: Hand, at: Point, other: Point) => {
    await hand.down(THUMB, other);
    await hand.page.clock.fastForward(RESTING_MS);
    await hand.down(FINGER, at);
    await hand.up(FINGER);
    await hand.up(THUMB);
  },
  long: async ({ down, up }: Hand, at: Point) => {
    await down(FINGER, at);
    await new Promise((resolve) => setTimeout(resolve, LONG_PRESS_MS)); // the duration is the subject
    await up(FINGER);
  },
};
export type Tapping = keyof typeof TAPPINGS;

async function slide({ move, random }: Hand, { x, y }: Point): Promise<void> {
  const angle = 2 * Math.PI * random.next();
  for (const part of [0.5, 1])
    await move(FINGER, {
      x: x + part * SLIDE_PX * Math.cos(angle),
      y: y + part * SLIDE_PX * Math.sin(angle),
    });
}

/** Taps the middle of a card in one of the ways in which small hands tap while no other finger touches a card. */
export async function tapMessily(page: Page, card: Locator): Promise<void> {
  const seed = readSeed();
  const random = createRandom(seed);
  const tapping = random.pick(['sliding', 'next to a thumb at the edge', 'long'] as const);
  console.log(`seed ${seed}: ${tapping} tap`);
  const box = await card.boundingBox();
  if (!box) throw new Error('The card is not shown.');
  const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  await TAPPINGS[tapping]({ ...(await createFingers(page)), page, random }, middle);
}
