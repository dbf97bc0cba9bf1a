import type { Stack } from '@larksong/local';
import { isLongRun } from '@larksong/service-kit/testing/random';
import { describe, expect, it } from 'vitest';

import { findViolations } from '../support/accessibility.ts';
import {
  cellsOf,
  playToTheEnd,
  pressByKeys,
  readPlayedSounds,
  VICTORY,
  waitForDeal,
  waitForSounds,
} from '../support/memory-game.ts';
import { openGame } from './open-game.ts';
import { medianDelayMs, SOUND_MS } from './sound-delay.ts';

/** Defines tests that play whole games, on a site with the starter pack. */
export function describeWholeGame(getSite: () => Stack): void {
  // Games mostly wait for cards to turn, so they run side by side.
  describe.concurrent('a whole game', () => {
    it('a whole game by mouse plays its words, announces victory, and deals again even without network', async ({
      expect,
    }) => {
      const { page, trouble, close } = await openGame(getSite(), '/?letters=A');
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
      const { page, close } = await openGame(getSite(), '/?letters=A', {
        hasTouch: true,
        viewport: { width: 360, height: 640 },
      });
      await waitForSounds(page, { words: 2, letters: 1 });
      const { sounds } = await playToTheEnd(page, 'A', (position) => cellsOf(page).nth(position).tap());
      await page.getByText(VICTORY).first().waitFor();
      expect((await readPlayedSounds(page)).started.map(({ path }) => path)).toEqual(sounds);
      await close();
    });

    // A component test plays by keyboard by day.
    it.runIf(isLongRun)(
      'a whole game is playable with the keyboard alone and reduced motion',
      async ({ expect }) => {
        const { page, close } = await openGame(getSite(), '/?letters=A', { reducedMotion: 'reduce' });
        const isOnBoard = () =>
          cellsOf(page).evaluateAll((cells) => cells.some((cell) => cell === document.activeElement));
        while (!(await isOnBoard())) await page.keyboard.press('Tab');
        await playToTheEnd(page, 'A', pressByKeys(page, 2));
        await page.getByText(VICTORY).first().waitFor();
        const again = page.getByRole('button', { name: 'Play again' });
        await expect.poll(() => again.evaluate((button) => button === document.activeElement)).toBe(true);
        await close();
      },
    );
  });
}
