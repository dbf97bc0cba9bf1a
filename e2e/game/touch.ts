import { game } from '@larksong/contracts';
import type { Stack } from '@larksong/local';
import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';

import { signInSuperadmin } from '../support/accounts.ts';
import { openPage } from '../support/browser.ts';
import { cellsOf, chooseGrid, readBoard, waitForDeal, WINDOWS } from '../support/memory-game.ts';
import { createRandom, readCount, readSeed, type Random } from '../support/random.ts';
import {
  createFingers,
  FINGER,
  TAPPINGS,
  THUMB,
  type Hand,
  type Point,
  type Tapping,
} from '../support/touch.ts';

/** Taps at each window size. */
const TAPS = readCount('MESSY_TAPS', 2);
/** Longer than the pauses after two cards, and than every word. */
const SETTLED_MS = 6_000;
const QUICK = Object.keys(TAPPINGS).filter((name) => name !== 'long') as Tapping[]; // the keys of TAPPINGS

interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

function readBoxes(page: Page): Promise<Box[]> {
  return cellsOf(page).evaluateAll((cells) =>
    cells.map((cell) => {
      const { left, top, width, height } = cell.getBoundingClientRect();
      return { left, top, width, height };
    }),
  );
}

/** Returns a point of a card: its centre, or a random one that is not too near its edge. */
function aim(box: Box | undefined, random?: Random): Point {
  if (!box) throw new Error('There is no such card.');
  const inside = () => (random ? 0.1 + 0.8 * random.next() : 0.5);
  return { x: box.left + inside() * box.width, y: box.top + inside() * box.height };
}

/** Browsers still send a click. */
const PASSING_PX = 14;

const listHidden = (names: readonly string[]) =>
  [...names.keys()].filter((position) => names[position]?.endsWith(', hidden'));

/** Taps one hidden card after another; returns a sentence for each tap that did not open exactly the card it meant. */
async function tapAtRandom(hand: Hand, taps: number): Promise<string[]> {
  const { page, random } = hand;
  const boxes = await readBoxes(page);
  const faults: string[] = [];
  let hidden: number[] = [];
  for (let tap = 0; tap < taps; tap += 1) {
    if (tap % 2 === 0) hidden = await settle(page);
    const meant = random.pick(hidden);
    const other = random.pick(hidden.filter((position) => position !== meant));
    const tapping = tap === taps / 2 ? 'long' : random.pick(QUICK);
    await TAPPINGS[tapping](hand, aim(boxes[meant], random), aim(boxes[other], random));
    const still = listHidden(await readBoard(page));
    const opened = hidden.filter((position) => !still.includes(position));
    if (opened.length !== 1 || opened[0] !== meant)
      faults.push(`tap ${tap} (${tapping}) on card ${meant} opened ${opened.join(' and ') || 'nothing'}`);
    hidden = still;
  }
  return faults;
}

/** Lets the open cards turn back or be marked, and deals again if few are left; returns the hidden cards. */
async function settle(page: Page): Promise<number[]> {
  await page.clock.fastForward(SETTLED_MS);
  const hidden = listHidden(await readBoard(page));
  if (hidden.length >= 4) return hidden;
  await page.getByRole('button', { name: /again/ }).evaluate((button) => (button as HTMLElement).click());
  return listHidden(await readBoard(page));
}

/** Defines tests that play by touch events, on a site with the starter pack. */
export function describeGameTouch(getSite: () => Stack): void {
  beforeAll(async () => {
    const superadmin = await signInSuperadmin(getSite());
    await superadmin.call(game.putGameSettings, { body: { grids: [...game.GRIDS] } });
  });

  async function openGame() {
    const opened = await openPage({ site: getSite().url, hasTouch: true });
    await opened.page.clock.install();
    await opened.page.goto('/?letters=A,B,C,D');
    await waitForDeal(opened.page, 4);
    // The pauses of the game must not end early on a busy machine.
    await opened.page.clock.pauseAt(Date.now() + 60_000);
    return { ...opened, fingers: await createFingers(opened.page) };
  }

  it(`${TAPS} messy taps open the intended card at every window size`, async () => {
    const seed = readSeed();
    const random = createRandom(seed);
    const { page, fingers, trouble, close } = await openGame();
    await chooseGrid(page, '4x4');
    for (const window of WINDOWS) {
      await page.setViewportSize(window);
      const faults = await tapAtRandom({ ...fingers, page, random }, TAPS);
      expect(faults, `seed ${seed}, ${window.width} × ${window.height}`).toEqual([]);
    }
    expect(trouble).toEqual({ errors: [], foreignRequests: [] });
    await close();
  });

  it('two fingers at once open both cards, a drag to another card opens none, and the bar answers to whole taps', async () => {
    const { page, fingers, close } = await openGame();
    const boxes = await readBoxes(page);
    const [first, second, third] = [0, 1, 2].map((position) => aim(boxes[position])) as [Point, Point, Point];
    await fingers.down(FINGER, first);
    await fingers.move(FINGER, third);
    await fingers.up(FINGER);
    expect(listHidden(await readBoard(page))).toEqual([0, 1, 2, 3]);
    await fingers.down(THUMB, first);
    await fingers.down(FINGER, second);
    await fingers.up(THUMB);
    await fingers.up(FINGER);
    expect(listHidden(await readBoard(page))).toEqual([2, 3]);
    const menu = page.getByRole('button', { name: 'Menu' });
    const place = await menu.boundingBox();
    const onMenu = aim(place ? { ...place, left: place.x, top: place.y } : undefined);
    const isOpen = () => menu.getAttribute('aria-expanded');
    await fingers.down(FINGER, onMenu);
    await fingers.move(FINGER, { ...onMenu, x: onMenu.x + PASSING_PX });
    await fingers.up(FINGER);
    expect(await isOpen()).toBe('false');
    await TAPPINGS.clean({ ...fingers, page, random: createRandom(readSeed()) }, onMenu);
    await expect.poll(isOpen).toBe('true');
    await close();
  });
}
