import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';

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
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
}

/** Waits until every finite animation and its successors have ended. */
async function waitForStillness(page: Page): Promise<void> {
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
