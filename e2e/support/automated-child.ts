import { setTimeout as pause } from 'node:timers/promises';

import type { Page } from 'playwright-core';

import { VICTORY } from './memory-game.ts';
import type { Random } from './random.ts';
import { createFingers, TAPPINGS, type Point } from './touch.ts';

/** How a child chooses where to tap: among what can be tapped, by size, or anywhere on the screen. */
export type Choice = 'by size' | 'anywhere';

/** Where a child is astray: what is shown is not for somebody who cannot read. */
type Astray = 'form' | 'menu' | 'page without pictures';

interface Stray {
  place: Astray;
  path: string;
  /** The name of what was tapped before. */
  by: string;
  /** The number of the tap. */
  tap: number;
  /** Undefined if the walk ended there. */
  tapsToReturn?: number;
}

/** What a child met in a number of taps. */
export interface Walk {
  wins: number;
  /** Wins after which the child went to another letter or to a song. */
  wentOn: number;
  /** Songs that were heard. */
  songs: number;
  astray: Stray[];
}

/** A child remembers these last taps, and does not repeat them. */
const REMEMBERED = 3;
/** A child looks at what a tap did for this long. */
const LOOK_MS = 500;

interface Target extends Point {
  key: string;
  area: number;
}

/** Taps as a small child does, messily, on a page whose context has touch. */
export async function walkAsChild(
  page: Page,
  { choice, taps, random }: { choice: Choice; taps: number; random: Random },
): Promise<Walk> {
  const hand = { ...(await createFingers(page)), page, random };
  const walk: Walk = { wins: 0, wentOn: 0, songs: 0, astray: [] };
  const heard = new Set<string>();
  const recent: string[] = [];
  let before = await readView(page);
  let astray: Stray | undefined;
  for (let tap = 1; tap <= taps; tap++) {
    const target = choice === 'by size' ? await drawTarget(page, recent, random) : anywhere(page, random);
    const by = target.key || (await page.evaluate(nameAt, target));
    recent.push(target.key);
    if (recent.length > REMEMBERED) recent.shift();
    const tapping = random.pick([
      'clean',
      'clean',
      'sliding',
      'next to a thumb at the edge',
      'long',
    ] as const);
    await TAPPINGS[tapping](hand, target);
    await pause(LOOK_MS);
    const view = await readView(page);
    if (view.hasWon && !before.hasWon) walk.wins++;
    if (before.hasWon && !view.hasWon && view.address !== before.address && !view.astray) walk.wentOn++;
    if (view.heard !== undefined) heard.add(view.heard);
    if (astray && !view.astray) {
      astray.tapsToReturn = tap - astray.tap;
      astray = undefined;
    } else if (!astray && view.astray) {
      astray = { place: view.astray, path: view.address, by, tap };
      walk.astray.push(astray);
    }
    before = view;
  }
  return { ...walk, songs: heard.size };
}

function anywhere(page: Page, random: Random): Target {
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
  return { key: '', area: 0, x: random.next() * width, y: random.next() * height };
}

async function drawTarget(page: Page, recent: readonly string[], random: Random): Promise<Target> {
  const targets = await page.evaluate(listTargets);
  const fresh = targets.filter(({ key }) => !recent.includes(key));
  let rest = random.next() * fresh.reduce((sum, { area }) => sum + area, 0);
  for (const target of fresh) if ((rest -= target.area) <= 0) return target;
  return anywhere(page, random);
}

/** Returns the name of what is at a point; runs in the page. */
function nameAt({ x, y }: Point): string {
  const met = document.elementFromPoint(x, y)?.closest('a, button, input, [role=gridcell]');
  return met?.getAttribute('aria-label') ?? met?.textContent ?? '';
}

/** Lists what can be tapped now; runs in the page. */
function listTargets(): Target[] {
  const pressable =
    'a[href], button:not([disabled]), input, select, summary, video, [role=gridcell], [role=menuitem]';
  return [...document.querySelectorAll<HTMLElement>(pressable)].flatMap((element) => {
    const box = element.getBoundingClientRect();
    const [left, right] = [Math.max(0, box.left), Math.min(innerWidth, box.right)];
    const [top, bottom] = [Math.max(0, box.top), Math.min(innerHeight, box.bottom)];
    if (right - left < 8 || bottom - top < 8) return [];
    const [x, y] = [(left + right) / 2, (top + bottom) / 2];
    const met = document.elementFromPoint(x, y);
    if (!met || !(element.contains(met) || met.contains(element))) return [];
    const name = element.getAttribute('aria-label') ?? element.textContent;
    return [
      { key: `${element.tagName} ${name} ${Math.round(x)}`, area: (right - left) * (bottom - top), x, y },
    ];
  });
}

interface View {
  address: string;
  hasWon: boolean;
  /** The song that is playing. */
  heard?: string;
  astray?: Astray;
}

async function readView(page: Page): Promise<View> {
  await page.waitForLoadState('domcontentloaded');
  const { address, text, isPlaying, dialog, hasMenu, hasField, hasPictures } = await page.evaluate(() => {
    const isSeen = (element: Element) => element.getClientRects().length > 0;
    const shown = [...document.querySelectorAll('dialog[open], [role=dialog], [role=alertdialog]')].filter(
      isSeen,
    );
    const fields = 'input:not([type=range]):not([type=checkbox]):not([type=radio]), textarea';
    const video = document.querySelector('video');
    return {
      address: location.pathname + location.search,
      text: document.querySelector('main')?.textContent ?? '',
      isPlaying: video !== null && !video.paused && video.currentTime > 0,
      dialog: shown.some((one) => one.querySelector(fields)) ? 'form' : shown.length > 0 ? 'menu' : undefined,
      hasMenu: [...document.querySelectorAll('[role=menu]')].some(isSeen),
      hasField: document.activeElement?.matches(fields) ?? false,
      hasPictures:
        ['/', '/songs'].includes(location.pathname) ||
        [...document.querySelectorAll('header nav a')].filter(isSeen).length >= 2,
    };
  });
  const astray =
    dialog === 'form' || hasField
      ? 'form'
      : dialog || hasMenu
        ? 'menu'
        : hasPictures
          ? undefined
          : 'page without pictures';
  return {
    address,
    hasWon: text.includes(VICTORY),
    ...(isPlaying && { heard: address }),
    ...(astray && { astray }),
  };
}
