import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';

/**
 * Faults of the page as axe finds them, one line each: rule and first element. Looks once nothing moves any more, since
 * colours on their way fail by their contrast, and again when it found something, since a notice may have come on while
 * it looked. What is wrong stays so.
 */
export async function findViolations(page: Page): Promise<string[]> {
  const found = await look(page);
  return found.length === 0 ? found : look(page);
}

async function look(page: Page): Promise<string[]> {
  await waitForStillness(page);
  // No frames, so no second page is needed, which is what the other mode opens for each look.
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
}

/** Waits until every animation that has an end has ended, and those that followed. */
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
