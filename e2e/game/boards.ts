import { game } from '@larksong/contracts';
import type { Stack } from '@larksong/local';
import { firstKinds } from '@larksong/service-kit/testing/random';
import { beforeAll, describe, expect, it } from 'vitest';

import { signInSuperadmin } from '../support/accounts.ts';
import {
  cellsOf,
  chooseGrid,
  playToTheEnd,
  readLayoutFaults,
  VICTORY,
  WINDOWS,
} from '../support/memory-game.ts';
import { openGame } from './open-game.ts';

/** Defines tests that measure the board in many windows, on a site with the starter pack. */
export function describeBoards(getSite: () => Stack): void {
  describe.concurrent('the board', () => {
    beforeAll(async () => {
      const superadmin = await signInSuperadmin(getSite());
      await superadmin.call(game.putGameSettings, { body: { grids: [...game.GRIDS] } });
    });

    it('the boards of all grids fit every window, with cards large enough for a child', async () => {
      const { page, close } = await openGame(getSite(), '/?letters=A,B,C,D');
      for (const grid of game.GRIDS) {
        await page.setViewportSize({ width: 320, height: 568 });
        await chooseGrid(page, grid);
        for (const { width, height } of WINDOWS) {
          await page.setViewportSize({ width, height });
          const boxes = await page.locator('button[role=gridcell]').evaluateAll((cards) =>
            cards.map((card) => {
              const { left, top, right, bottom } = card.getBoundingClientRect();
              return { left, top, right, bottom };
            }),
          );
          expect(boxes).toHaveLength(game.CARD_COUNTS[grid]);
          const least = Math.min(...boxes.map((box) => Math.min(box.right - box.left, box.bottom - box.top)));
          expect(least, `${grid} at ${width} × ${height}`).toBeGreaterThanOrEqual(
            Math.min(width, height) >= 600 ? 100 : 64,
          );
          for (const box of boxes) {
            expect(Math.min(box.left, box.top)).toBeGreaterThanOrEqual(0);
            expect(box.right).toBeLessThanOrEqual(width);
            expect(box.bottom).toBeLessThanOrEqual(height);
          }
        }
      }
      await close();
    });

    it('on a phone whose browser has twice the usual text, cards stay large and no page scrolls sideways', async () => {
      const { page, close } = await openGame(getSite(), '/?letters=A');
      const session = await page.context().newCDPSession(page);
      await session.send('Page.setFontSizes', { fontSizes: { standard: 32 } });
      for (const height of [568, 740]) {
        await page.setViewportSize({ width: height === 568 ? 320 : 360, height });
        expect((await readLayoutFaults(page)).filter((fault) => fault.endsWith('px wide'))).toEqual([]);
        const card = await cellsOf(page).first().boundingBox();
        expect(Math.min(card?.width ?? 0, card?.height ?? 0)).toBeGreaterThanOrEqual(64);
      }
      const text = await page.evaluate(() => getComputedStyle(document.documentElement).fontSize);
      expect(text).toBe('32px');
      await close();
    });

    it.each(
      firstKinds('GAME_VIEWS', 1, [
        ['the usual size', 1, WINDOWS],
        ['twice its size', 2, WINDOWS.filter(({ width }) => width >= 1024)],
      ]),
    )(
      'with text of %s, no window has a scroll bar, a broken word or a cut control, playing and won',
      async (_size, scale, windows) => {
        const { page, close } = await openGame(getSite(), '/?letters=A');
        await page.evaluate(
          (percent) => (document.documentElement.style.fontSize = percent),
          `${scale * 100}%`,
        );
        const checkWindows = async (state: string) => {
          for (const window of windows) {
            await page.setViewportSize(window);
            const where = `${state} at ${window.width} × ${window.height}`;
            expect(await readLayoutFaults(page), where).toEqual([]);
          }
        };
        await checkWindows('playing');
        await playToTheEnd(page, 'A', (position) => cellsOf(page).nth(position).click());
        await page.getByText(VICTORY).first().waitFor();
        await checkWindows('won');
        await close();
      },
    );
  });
}
