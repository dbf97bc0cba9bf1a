import { game } from '@larksong/contracts';
import type { Stack } from '@larksong/local';
import { firstKinds, isLongRun } from '@larksong/service-kit/testing/random';
import type { Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';

import { until } from '../access/until.ts';
import { findViolations } from '../support/accessibility.ts';
import { signInSuperadmin } from '../support/accounts.ts';
import { openPage } from '../support/browser.ts';
import {
  cellsOf,
  chooseGrid,
  listen,
  playToTheEnd,
  pressByKeys,
  readBoard,
  readPlayedSounds,
  VICTORY,
  waitForDeal,
  waitForSounds,
} from '../support/memory-game.ts';
import { medianDelayMs, SOUND_MS } from './sound-delay.ts';

async function openSettings(page: Page) {
  await page.getByRole('button', { name: 'Settings' }).click();
  const dialog = page.getByRole('dialog', { name: 'Settings' });
  await dialog.waitFor();
  return dialog;
}

async function checkAccess(page: Page, state: string): Promise<void> {
  expect(await findViolations(page), state).toEqual([]);
}

/** Records the names of all animations that start, and `confetti` for each piece that is drawn. */
async function watchMotion(page: Page): Promise<void> {
  await page.evaluate(() => {
    const moved: string[] = [];
    Object.assign(window, { moved });
    document.addEventListener('animationstart', ({ animationName }) => moved.push(animationName));
    const { fill } = CanvasRenderingContext2D.prototype; // oxlint-disable-line typescript/unbound-method -- called with its own `this`
    CanvasRenderingContext2D.prototype.fill = function draw(...how: unknown[]) {
      if (this.canvas.getAttribute('aria-hidden') === 'true') moved.push('confetti');
      Reflect.apply(fill, this, how);
    };
  });
}

/** Returns the animations that have started, by their names in the style sheet: `_wiggle_1jmgu_11` is `wiggle`. */
async function readMotion(page: Page): Promise<string[]> {
  const moved = await page.evaluate(() => (window as unknown as { moved: string[] }).moved); // set by watchMotion
  return moved.map((name) => name.replace(/^_(.+)_[\w-]{5}_\d+$/, '$1'));
}

// Concurrent tests cannot use `expect.poll`, which needs the current test.
const withinSeconds = 30;

async function untilMoved(page: Page, motion: string): Promise<void> {
  await until(async () => (await readMotion(page)).includes(motion), { what: motion, withinSeconds });
}

async function untilFocused(target: Locator): Promise<void> {
  const isFocused = () => target.evaluate((element) => element === document.activeElement);
  await until(isFocused, { what: `the focus on ${target.toString()}`, withinSeconds });
}

/** Opens two cards that are not a pair, so that they are shown and hidden again. */
async function missOnce(page: Page): Promise<void> {
  for (;;) {
    await waitForDeal(page, 4);
    await cellsOf(page).nth(0).click();
    await cellsOf(page).nth(1).click();
    const [first, second] = (await readBoard(page)).map((name) => name.split(',')[0]);
    if (first !== second) return waitForDeal(page, 4);
    await page.getByRole('button', { name: 'Try again' }).click();
  }
}

/** Defines tests of settings, hints, keys, sounds, themes and motion on a site with the starter pack. */
export function describeGameViews(getSite: () => Stack): void {
  beforeAll(async () => {
    const superadmin = await signInSuperadmin(getSite());
    await superadmin.call(game.putGameSettings, { body: { grids: [...game.GRIDS] } });
  });

  async function openGame(path: string, options: Parameters<typeof openPage>[0] = {}) {
    const opened = await openPage({
      site: getSite().url,
      viewport: { width: 1024, height: 768 },
      ...options,
    });
    await listen(opened.page);
    await opened.page.goto(path);
    await waitForDeal(opened.page, 4);
    return opened;
  }

  // Games mostly wait for cards to turn, so they run side by side.
  describe.concurrent('the game', () => {
    it('the game explains its settings, and starts another game with them', async () => {
      const { page, trouble, close } = await openGame('/?letters=A');
      const dialog = await openSettings(page);
      expect(await dialog.getByLabel('Grid Size').locator('option').allInnerTexts()).toEqual([...game.GRIDS]);
      await dialog.getByText('Select Letters').waitFor();
      await dialog.getByText('1 selected').waitFor();
      await dialog.getByText('Click letters to select them for the game').waitFor();
      const apply = dialog.getByRole('button', { name: 'Apply Settings' });
      await dialog.getByRole('button', { name: 'Clear' }).click();
      await dialog.getByText('0 selected').waitFor();
      await dialog.getByText('Please select at least one letter').waitFor();
      expect(await apply.isDisabled()).toBe(true);
      await dialog.getByRole('button', { name: 'Select All' }).click();
      await dialog.getByText('26 selected').waitFor();
      await apply.click();
      await page.getByRole('heading', { name: 'Memory Game — 26 Letters' }).waitFor();
      await waitForDeal(page, 4);
      // The choice is stored on the device, and the parameters leave the address.
      await page.goto('/');
      await page.getByRole('heading', { name: 'Memory Game — 26 Letters' }).waitFor();
      expect(trouble).toEqual({ errors: [], foreignRequests: [] });
      await close();
    });

    it.each(
      firstKinds('GAME_VIEWS', 1, [
        ['no-preference', 'wiggle'],
        ['reduce', 'beckon'],
      ]),
    )('the game shows a hint after a while, with motion: %s', async (reducedMotion, animation) => {
      const { page, close } = await openGame('/?letters=A', { reducedMotion });
      await watchMotion(page);
      await missOnce(page);
      await untilMoved(page, animation);
      expect(await readMotion(page)).not.toContain(animation === 'wiggle' ? 'beckon' : 'wiggle');
      await close();
    });

    it.runIf(isLongRun)('the 3x3 game is playable by keys, past its empty centre', async () => {
      const { page, trouble, close } = await openGame('/?letters=A');
      await chooseGrid(page, '3x3');
      await cellsOf(page).first().focus();
      await playToTheEnd(page, 'A', pressByKeys(page, 3));
      await page.getByText(VICTORY).waitFor();
      await untilFocused(page.getByRole('button', { name: 'Play again' }));
      await page.keyboard.press('Enter');
      await waitForDeal(page, game.CARD_COUNTS['3x3']);
      await untilFocused(cellsOf(page).first());
      expect(trouble).toEqual({ errors: [], foreignRequests: [] });
      await close();
    });

    // By day, a whole game of `whole-game.ts` is heard.
    it.runIf(isLongRun)(
      'the game plays the word of each card and the effect of each pair in order and without delay',
      async () => {
        const { page, close } = await openGame('/?letters=B');
        await waitForSounds(page, { words: 2, letters: 1 });
        const { sounds } = await playToTheEnd(page, 'B', (position) => cellsOf(page).nth(position).click());
        const { started } = await readPlayedSounds(page);
        expect(started.map(({ path }) => path)).toEqual(sounds);
        expect(medianDelayMs(started)).toBeLessThanOrEqual(SOUND_MS);
        await close();
      },
    );

    it('in high contrast, cards, buttons and chosen letters have their own edges or backgrounds', async () => {
      const { page, close } = await openGame('/?letters=A', { forcedColors: 'active' });
      const readStyle = (target: Locator) =>
        target.evaluate((element) => {
          const { backgroundColor, borderTopWidth } = getComputedStyle(element);
          return { backgroundColor, edge: Number.parseFloat(borderTopWidth) };
        });
      const canvas = await readStyle(page.locator('body'));
      const card = cellsOf(page).first();
      const back = await readStyle(card.locator(':has(> .lark)'));
      expect(back.backgroundColor).not.toBe(canvas.backgroundColor);
      expect((await readStyle(card.locator(':has(> .lark) > .lark'))).backgroundColor).not.toBe(
        back.backgroundColor,
      );
      await card.click();
      expect((await readStyle(card.locator('[data-face]'))).edge).toBeGreaterThan(0);
      for (const name of ['Try again', 'Sound', 'Settings'])
        expect((await readStyle(page.getByRole('button', { name }))).edge, name).toBeGreaterThan(0);
      const dialog = await openSettings(page);
      const [chosen, other] = await Promise.all(
        ['A', 'B'].map((letter) => readStyle(dialog.getByRole('button', { name: letter, exact: true }))),
      );
      expect(chosen?.backgroundColor).not.toBe(other?.backgroundColor);
      expect(other?.edge).toBeGreaterThan(0);
      await close();
    });

    it.each(
      firstKinds('GAME_VIEWS', 1, [
        ['light', 'no-preference'],
        ['dark', 'reduce'],
      ]),
    )(
      'the game is accessible in the %s theme with motion: %s, from the first card to the victory',
      async (colorScheme, reducedMotion) => {
        const { page, trouble, close } = await openGame('/?letters=A', { colorScheme, reducedMotion });
        await watchMotion(page);
        await checkAccess(page, 'start');
        await openSettings(page);
        await checkAccess(page, 'settings');
        await page.keyboard.press('Escape');
        await cellsOf(page).first().click();
        await checkAccess(page, 'one card open');
        expect(await readMotion(page)).toContain(reducedMotion === 'reduce' ? 'fade' : 'turn-open');
        await page.getByRole('button', { name: 'Try again' }).click();
        await waitForDeal(page, 4);
        await playToTheEnd(page, 'A', (position) => cellsOf(page).nth(position).click());
        await page.getByText(VICTORY).waitFor();
        if (reducedMotion === 'no-preference') await untilMoved(page, 'confetti');
        await checkAccess(page, 'victory');
        if (reducedMotion === 'reduce') expect(await readMotion(page)).not.toContain('confetti');
        expect(trouble).toEqual({ errors: [], foreignRequests: [] });
        await close();
      },
    );
  });
}
