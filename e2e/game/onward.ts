import { game } from '@larksong/contracts';
import type { Stack } from '@larksong/local';
import { isLongRun } from '@larksong/service-kit/testing/random';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';

import { findViolations } from '../support/accessibility.ts';
import { signInSuperadmin } from '../support/accounts.ts';
import { openPage } from '../support/browser.ts';
import {
  cellsOf,
  listen,
  playToTheEnd,
  readLayoutFaults,
  readPlayedSounds,
  VICTORY,
  waitForDeal,
  WINDOWS,
} from '../support/memory-game.ts';
import { tapMessily } from '../support/touch.ts';

/** Wins the board by touch. */
async function win(page: Page): Promise<void> {
  await playToTheEnd(page, '', (position) => cellsOf(page).nth(position).tap());
  await page.getByText(VICTORY).first().waitFor();
}

const readLetters = async (page: Page) =>
  new Set(
    await page.locator('[data-letters]').evaluateAll((found) => found.map((part) => part.dataset['letters'])),
  );
const nextLetter = (page: Page, letter: string) =>
  page.getByRole('button', { name: `Next letter, ${letter}` });
const alphabet = (page: Page, won: number) =>
  page.getByRole('toolbar', { name: `Letters won: ${won} of 26` }).filter({ visible: true });

/** Defines tests of what follows a victory, by touch on a tablet, on a site with the starter pack. */
export function describeGameOnward(getSite: () => Stack): void {
  beforeAll(async () => {
    const superadmin = await signInSuperadmin(getSite());
    await superadmin.call(game.putGameSettings, { body: { grids: [...game.GRIDS] } });
  });

  async function openGame() {
    const opened = await openPage({
      site: getSite().url,
      hasTouch: true,
      viewport: { width: 1024, height: 690 },
    });
    await listen(opened.page);
    await opened.page.goto('/');
    await waitForDeal(opened.page, 4);
    return opened;
  }

  const readPaths = async (page: Page) => (await readPlayedSounds(page)).started.map(({ path }) => path);

  describe.concurrent('games by touch', () => {
    it('a child goes from victory to the next letter and hears the letters that were won, without a network', async ({
      expect,
    }) => {
      const { page, trouble, close } = await openGame();
      await cellsOf(page).first().tap();
      const isLoaded = async () =>
        (await readPlayedSounds(page)).decoded.some((path) => path.startsWith('/Audio/C/'));
      await expect.poll(isLoaded, { timeout: 60_000 }).toBe(true);
      await page.getByRole('button', { name: 'Try again' }).tap();
      await waitForDeal(page, 4);
      await page.context().setOffline(true);
      await win(page);
      const [next, again] = await Promise.all(
        [nextLetter(page, 'C'), page.getByRole('button', { name: 'Play again' })].map((card) =>
          card.boundingBox(),
        ),
      );
      expect(next?.width).toBeGreaterThanOrEqual(96);
      expect([again?.width, again?.height]).toEqual([next?.width, next?.height]);
      expect(next?.y).toBeLessThan(again?.y ?? 0);
      await tapMessily(page, nextLetter(page, 'C'));
      await waitForDeal(page, 4);
      await expect.poll(() => readPaths(page)).toContain('/Audio/letters/C.mp3');
      expect((await readPaths(page)).at(-1)).toMatch(/^\/Audio\/C\//);
      await win(page);
      expect(await readLetters(page)).toEqual(new Set(['Bb', 'Cc', 'Dd']));

      const perch = alphabet(page, 3);
      await perch.getByRole('button', { name: 'Letter B, won' }).tap();
      expect((await readPaths(page)).at(-1)).toMatch(/^\/Audio\/B\//);
      const before = await readPaths(page);
      await perch.getByRole('button', { name: 'Letter D, not won yet' }).tap();
      expect(await readPaths(page)).toEqual(before);
      await page.context().setOffline(false);
      await page.reload();
      await page.getByRole('button', { name: 'My letters' }).tap();
      await alphabet(page, 3).waitFor();
      // Only the parts that need a network have failed: the song and the next cards.
      expect(trouble.errors.filter((error) => !error.includes('ERR_INTERNET_DISCONNECTED'))).toEqual([]);
      expect(trouble.foreignRequests).toEqual([]);
      await close();
    });

    it.runIf(isLongRun)(
      'after three wins for two in turn, a larger board is one picture more, and all fits every window',
      async () => {
        const { page, trouble, close } = await openGame();
        await page.getByRole('button', { name: 'Settings' }).tap();
        await page.getByLabel('Two players take turns').tap();
        await page.keyboard.press('Escape');
        await page.getByRole('img', { name: 'Blue bird, 0 pairs, its turn' }).waitFor();
        for (const _first of [1, 2]) {
          await win(page);
          await page.getByRole('button', { name: 'Play again' }).tap();
          await waitForDeal(page, 4);
        }
        await win(page);
        const larger = page.getByRole('button', { name: 'Larger board, 3x3' });
        await larger.waitFor();
        for (const window of WINDOWS) {
          await page.setViewportSize(window);
          expect(await readLayoutFaults(page), `${window.width} × ${window.height}`).toEqual([]);
        }
        for (const phone of [
          { width: 568, height: 320 },
          { width: 390, height: 844 },
        ]) {
          await page.setViewportSize(phone);
          expect(await readLayoutFaults(page)).toEqual([]);
          await page.getByRole('button', { name: 'My letters' }).tap();
          await alphabet(page, 2).waitFor();
          expect(await findViolations(page)).toEqual([]);
          await page.keyboard.press('Escape');
        }
        await tapMessily(page, larger);
        await waitForDeal(page, game.CARD_COUNTS['3x3']);
        expect(trouble).toEqual({ errors: [], foreignRequests: [] });
        await close();
      },
    );
  });
}
