import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';

import { readCount } from './random.ts';

/** Widths and themes; everyday tests use one of the first two for each page. */
const VIEWS = [
  ['light', 1280],
  ['dark', 360],
  ['light', 320],
  ['dark', 320],
  ['light', 360],
  ['light', 768],
  ['dark', 768],
  ['light', 1024],
  ['dark', 1024],
  ['dark', 1280],
] as const;
const VIEW_COUNT = readCount('PAGE_VIEWS', 1);

/**
 * Returns what is wrong with a page in several widths and themes, one line each: the violations that axe finds, and
 * whether it scrolls sideways. `first` is the number of the first view, so that everyday tests vary it.
 */
export async function findViolationsInViews(page: Page, first: number): Promise<string[]> {
  const found: string[] = [];
  const views = [...VIEWS.slice(first % 2), ...VIEWS.slice(0, first % 2)].slice(0, VIEW_COUNT);
  for (const [colorScheme, width] of views) {
    await page.setViewportSize({ width, height: 800 });
    await page.emulateMedia({ colorScheme });
    const extra = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    const lines = [
      ...(extra > 0 ? [`scrolls sideways by ${extra} px`] : []),
      ...(await findViolations(page)),
    ];
    found.push(...lines.map((line) => `${colorScheme}, ${width} px: ${line}`));
  }
  return found;
}

/**
 * Returns the violations that axe finds in a page, one line each: rule and first element. Waits for animations first,
 * since colours in transition fail by their contrast, and checks again after a violation, since a notice may have
 * appeared meanwhile. Real violations persist.
 */
export async function findViolations(page: Page): Promise<string[]> {
  const found = await runAxe(page);
  return found.length === 0 ? found : runAxe(page);
}

async function runAxe(page: Page): Promise<string[]> {
  await waitForStillness(page);
  // There are no frames, so the other mode, which opens another page for each run, is not needed.
  // What passes is not described, which would take most of the time.
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] });
  const { violations } = await axe.analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
}

/** Waits until every finite animation and its successors have ended. */
export async function waitForStillness(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const findMoving = () =>
      document
        .getAnimations()
        .filter(
          ({ effect, playState }) =>
            playState === 'running' && effect?.getComputedTiming().endTime !== Infinity,
        );
    for (let moving = findMoving(); moving.length > 0; moving = findMoving())
      await Promise.allSettled(moving.map(({ finished }) => finished));
  });
}
