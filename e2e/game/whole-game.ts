import { game } from '@larksong/contracts';
import type { Stack } from '@larksong/local';
import { firstKinds, isLongRun } from '@larksong/service-kit/testing/random';
import { beforeAll, describe, expect, it } from 'vitest';

import { findViolations } from '../support/accessibility.ts';
import { signInSuperadmin } from '../support/accounts.ts';
import { openPage } from '../support/browser.ts';
import {
  cellsOf,
  chooseGrid,
  listen,
  playToTheEnd,
  pressByKeys,
  readLayoutFaults,
  readPlayedSounds,
  VICTORY,
  waitForDeal,
  waitForSounds,
  WINDOWS,
} from '../support/memory-game.ts';
import { openSettled } from '../support/settled.ts';
import { medianDelayMs, SOUND_MS } from './sound-delay.ts';

/** Defines tests that play whole games and measure the board, on a site with the starter pack. */
export function describeWholeGame(getSite: () => Stack): void {
  async function openGame(path: string, options: Parameters<typeof openPage>[0] = {}) {
    // The processor paints, and less in a small window.
    const viewport = { width: 800, height: 600 };
    const opened = await openPage({ site: getSite().url, viewport, ...options });
    await listen(opened.page);
    await openSettled(opened.page, path);
    await waitForDeal(opened.page, 4);
    return opened;
  }

  // Games mostly wait for cards to turn, so they run side by side.
  describe.concurrent('a whole game', () => {
    it('a whole game by mouse plays its words, announces victory, and deals again even without network', async ({
      expect,
    }) => {
      const { page, trouble, close } = await openGame('/?letters=A');
      const click = (position: number) => cellsOf(page).nth(position).click();
      await page.getByText('Letter A').first().waitFor();
      const html = await page.getByRole('grid', { name: 'Memory cards' }).innerHTML();
      for (const secret of ['anchor', 'ant', 'apple', 'avocado', '/Images/', '/Audio/'])
        expect(html).not.toContain(secret);
      expect(await findViolations(page)).toEqual([]);
      await waitForSounds(page, { words: 2, letters: 1 });
      const { sounds } = await playToTheEnd(page, 'A', click);
      await page.getByText(VICTORY).first().waitFor();
      const { started } = await readPlayedSounds(page);
      expect(medianDelayMs(started)).toBeLessThanOrEqual(SOUND_MS);
      const heard = started.map(({ path }) => path);
      expect(heard).toEqual(sounds);
      expect(heard).toContain('/Audio/match.mp3');
      expect(heard.at(-1)).toBe('/Audio/victory.mp3');
      expect(await findViolations(page)).toEqual([]);
      const again = page.getByRole('button', { name: 'Play again' });
      await expect.poll(() => again.evaluate((button) => button === document.activeElement)).toBe(true);
      expect(trouble).toEqual({ errors: [], foreignRequests: [] });
      await page.context().setOffline(true);
      await again.click();
      await waitForDeal(page, 4);
      const offline = await playToTheEnd(page, 'A', click);
      await page.getByText(VICTORY).first().waitFor();
      expect((await readPlayedSounds(page)).started.map(({ path }) => path)).toEqual([
        ...sounds,
        ...offline.sounds,
      ]);
      await close();
    });

    // The games of `onward.ts` are played by touch, too.
    it.runIf(isLongRun)('a whole game is playable by touch on a phone', async () => {
      const { page, close } = await openGame('/?letters=A', {
        hasTouch: true,
        viewport: { width: 360, height: 640 },
      });
      await waitForSounds(page, { words: 2, letters: 1 });
      const { sounds } = await playToTheEnd(page, 'A', (position) => cellsOf(page).nth(position).tap());
      await page.getByText(VICTORY).first().waitFor();
      expect((await readPlayedSounds(page)).started.map(({ path }) => path)).toEqual(sounds);
      await close();
    });

    it('a whole game is playable with the keyboard alone and reduced motion', async ({ expect }) => {
      const { page, close } = await openGame('/?letters=A', { reducedMotion: 'reduce' });
      const isOnBoard = () =>
        cellsOf(page).evaluateAll((cells) => cells.some((cell) => cell === document.activeElement));
      while (!(await isOnBoard())) await page.keyboard.press('Tab');
      await playToTheEnd(page, 'A', pressByKeys(page, 2));
      await page.getByText(VICTORY).first().waitFor();
      const again = page.getByRole('button', { name: 'Play again' });
      await expect.poll(() => again.evaluate((button) => button === document.activeElement)).toBe(true);
      await close();
    });
  });

  describe.concurrent('the board', () => {
    beforeAll(async () => {
      const superadmin = await signInSuperadmin(getSite());
      await superadmin.call(game.putGameSettings, { body: { grids: [...game.GRIDS] } });
    });

    it('the boards of all grids fit every window, with cards large enough for a child', async () => {
      const { page, close } = await openGame('/?letters=A,B,C,D');
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
      const { page, close } = await openGame('/?letters=A');
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
        const { page, close } = await openGame('/?letters=A');
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
