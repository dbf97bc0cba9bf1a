import { setTimeout as pause } from 'node:timers/promises';

import type { Page } from 'playwright-core';

import type { Random } from './random.ts';
import { createFingers, FINGER, THUMB, type Fingers, type Point } from './touch.ts';

/** Longer than any button of a nest has to be held. */
const HOLD_MS = 3300;
const SHORT_MS = 15;

interface Monkey extends Fingers {
  page: Page;
  random: Random;
}

const anywhere = ({ page, random }: Monkey): Point => {
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
  return { x: Math.floor(random.next() * width), y: Math.floor(random.next() * height) };
};

/** The middle of something that can be pressed, as children aim; anywhere without one. */
async function atTarget(monkey: Monkey): Promise<Point> {
  const points = await monkey.page
    .evaluate(() =>
      [...document.querySelectorAll('a[href], button, input, video, [role=gridcell]')].flatMap((element) => {
        const { left, top, width, height } = element.getBoundingClientRect();
        const [x, y] = [left + width / 2, top + height / 2];
        return width > 0 && x > 0 && y > 0 && x < innerWidth && y < innerHeight ? [{ x, y }] : [];
      }),
    )
    .catch(() => []); // the page is being replaced
  return points.length > 0 ? monkey.random.pick(points) : anywhere(monkey);
}

async function tap(monkey: Monkey, at: Point, ms = SHORT_MS): Promise<void> {
  await monkey.down(FINGER, at);
  await pause(ms);
  await monkey.up(FINGER);
}

/** Goes back in the history of a page, but not to the empty page that each begins with here. */
async function goBack(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const { currentIndex, entries } = await session.send('Page.getNavigationHistory');
  await session.detach();
  const url = entries[currentIndex - 1]?.url ?? 'about:blank';
  if (url !== 'about:blank') await page.evaluate(() => history.back());
}

/** What a monkey does, and how often. */
const DEEDS: [weight: number, deed: (monkey: Monkey) => Promise<void>][] = [
  [50, async (monkey) => tap(monkey, await atTarget(monkey))],
  [30, async (monkey) => tap(monkey, anywhere(monkey))],
  [
    8, // from anywhere, also from the edges, to anywhere
    async (monkey) => {
      const [from, to] = [anywhere(monkey), anywhere(monkey)];
      if (monkey.random.chance(0.4))
        from.x = monkey.random.pick([1, (monkey.page.viewportSize()?.width ?? 2) - 2]);
      await monkey.down(FINGER, from);
      for (const part of [0.3, 0.7, 1])
        await monkey.move(FINGER, { x: from.x + part * (to.x - from.x), y: from.y + part * (to.y - from.y) });
      await monkey.up(FINGER);
    },
  ],
  [
    4, // two fingers
    async (monkey) => {
      await monkey.down(THUMB, anywhere(monkey));
      await tap(monkey, await atTarget(monkey));
      await monkey.up(THUMB);
    },
  ],
  [
    4, // twice
    async (monkey) => {
      const at = await atTarget(monkey);
      await tap(monkey, at);
      await tap(monkey, at);
    },
  ],
  [1, async (monkey) => tap(monkey, await atTarget(monkey), HOLD_MS)],
  [1, ({ page }) => goBack(page).catch(() => undefined)],
  [1, async ({ page }) => void (await page.reload({ waitUntil: 'commit' }).catch(() => undefined))],
];
const WEIGHTS = DEEDS.reduce((sum, [weight]) => sum + weight, 0);

/** Touches a page whose context has touch, as often as wanted; calls `look` after every few touches. */
export async function touchAsMonkey(
  page: Page,
  { touches, random, look }: { touches: number; random: Random; look: () => Promise<void> },
): Promise<void> {
  let monkey: Monkey = { ...(await createFingers(page)), page, random };
  for (let touch = 1; touch <= touches; touch += 1) {
    let left = random.next() * WEIGHTS;
    const deed = DEEDS.find(([weight]) => (left -= weight) < 0)?.[1];
    try {
      await deed?.(monkey);
    } catch {
      monkey = { ...(await createFingers(page)), page, random }; // the page was replaced under the finger
    }
    if (touch % 25 === 0) await look();
  }
}

/** A picture that can be tapped. */
interface Sight {
  point: Point | null;
  /** The song that is heard, by its address. */
  heard: string | null;
}

/** Returns where the largest picture is that can be tapped, and what is heard; runs in the page. */
function seeLargest(): Sight {
  const pictures = [...document.querySelectorAll('img, svg, video')].flatMap((element) => {
    const target =
      element.closest('a[href], button:not([disabled])') ?? (element.matches('video') ? element : null);
    const { left, top, right, bottom } = element.getBoundingClientRect();
    const [width, height] = [
      Math.min(right, innerWidth) - Math.max(left, 0),
      Math.min(bottom, innerHeight) - Math.max(top, 0),
    ];
    if (!target || width < 20 || height < 20) return [];
    const point = { x: Math.max(left, 0) + width / 2, y: Math.max(top, 0) + height / 2 };
    const met = document.elementFromPoint(point.x, point.y);
    return met && (target.contains(met) || met.contains(target)) ? [{ point, area: width * height }] : [];
  });
  const video = document.querySelector('video');
  const isHeard = video !== null && !video.paused && video.currentTime > 0;
  const largest = pictures.toSorted((one, other) => other.area - one.area)[0];
  return { point: largest?.point ?? null, heard: isHeard ? location.search : null };
}

/** Taps the largest picture again and again, for as long as `goesOn`, unless a song is heard. Returns the songs heard. */
export async function tapLargestPictures(page: Page, goesOn: () => Promise<boolean>): Promise<Set<string>> {
  const hand = await createFingers(page);
  const heard = new Set<string>();
  while (await goesOn()) {
    const sight = await page.evaluate(seeLargest).catch(() => ({ point: null, heard: null }));
    if (sight.heard !== null) heard.add(sight.heard);
    else if (sight.point) {
      await hand.down(FINGER, sight.point);
      await hand.up(FINGER);
    }
    await pause(700); // a child looks at what a tap did
  }
  return heard;
}
