import type { Stack } from '@larksong/local';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { until } from './access/until.ts';
import { openPage } from './support/browser.ts';
import { cellsOf, listen, playToTheEnd, VICTORY, waitForDeal, waitForSounds } from './support/memory-game.ts';
import { startSite } from './support/start-site.ts';

const withinSeconds = 30;

/** The visible part of a letter or a word. */
const SOUNDING = ['open', 'end of a sound', 'closed'];

/**
 * Returns the visible state of the lark. Its computed styles say more than its attributes, since they depend on the
 * theme too.
 */
function readLark(page: Page) {
  return page.locator('[data-lark]').evaluate((lark) => {
    const styleOf = (part: string) => getComputedStyle(lark.querySelector(part) ?? lark);
    const running = lark.getAnimations({ subtree: true }).map((animation) => animation.constructor.name);
    return {
      isAsleep: styleOf('[class*=eye]').opacity === '0',
      head: styleOf('[class*=head]').transform,
      look: getComputedStyle(lark).getPropertyValue('--look'),
      fill: getComputedStyle(lark).fill,
      running,
    };
  });
}

type Seen = Awaited<ReturnType<typeof readLark>>;

async function untilSeen(page: Page, what: string, isSo: (lark: Seen) => boolean): Promise<void> {
  await until(async () => isSo(await readLark(page)), { what, withinSeconds });
}

/** Records, in order, when the beak opens and closes, whether the lark sleeps then, and when a sound ends. */
async function watchBeak(page: Page): Promise<void> {
  await page.evaluate(() => {
    const seen: string[] = [];
    Object.assign(window, { seen });
    const lark = document.querySelector('[data-lark]') ?? document.body;
    let wasOpen = false;
    new MutationObserver(() => {
      const isOpen = lark.matches('[data-lark~=singing]');
      // The property, since a closing eye takes its time.
      const isAsleep = getComputedStyle(lark).getPropertyValue('--asleep') === '1';
      if (isOpen !== wasOpen) seen.push(`${isOpen ? 'open' : 'closed'}${isAsleep ? ', asleep' : ''}`);
      wasOpen = isOpen;
    }).observe(lark, { attributes: true });
    const { addEventListener } = EventTarget.prototype; // oxlint-disable-line typescript/unbound-method -- called with its own `this`
    AudioBufferSourceNode.prototype.addEventListener = function listenTo(...rest: unknown[]) {
      // Before the game's own listener, which moves the beak.
      addEventListener.call(this, 'ended', () => seen.push('end of a sound'), { once: true });
      Reflect.apply(addEventListener, this, rest);
    };
  });
}

function readBeak(page: Page): Promise<string[]> {
  return page.evaluate(() => (window as unknown as { seen: string[] }).seen); // set by watchBeak
}

let site: Stack;
beforeAll(async () => {
  site = await startSite({ workers: 0, hasStarterContent: true });
});
afterAll(() => site?.stop());

async function openGame(options: Parameters<typeof openPage>[0] = {}) {
  const opened = await openPage({
    site: site.url,
    viewport: { width: 1024, height: 690 },
    ...options,
  });
  await listen(opened.page);
  await opened.page.goto('/?letters=A');
  await waitForDeal(opened.page, 4);
  await waitForSounds(opened.page, { words: 2, letters: 1 });
  return opened;
}

describe.concurrent('the lark', () => {
  it('the beak is open as long as a letter and a word sound', async () => {
    const { page, trouble, close } = await openGame();
    await watchBeak(page);
    await cellsOf(page).first().click();
    await until(async () => (await readBeak(page)).length >= 6, { what: 'two sounds', withinSeconds });
    expect(await readBeak(page)).toEqual([...SOUNDING, ...SOUNDING]);
    expect(trouble).toEqual({ errors: [], foreignRequests: [] });
    await close();
  });

  it('without sound, the beak stays closed', async () => {
    const { page, close } = await openGame();
    await page.getByRole('button', { name: 'Sound' }).click();
    await watchBeak(page);
    await playToTheEnd(page, 'A', (position) => cellsOf(page).nth(position).click());
    expect(await readBeak(page)).not.toContain('open');
    await close();
  });

  it('in the dark theme the lark sleeps, wakes at a tap and for a word, and falls asleep again', async () => {
    const { page, close } = await openGame({ colorScheme: 'dark' });
    expect((await readLark(page)).isAsleep).toBe(true);
    await watchBeak(page);
    await cellsOf(page).first().click();
    await until(async () => (await readBeak(page)).length >= 6, { what: 'two sounds', withinSeconds });
    await untilSeen(page, 'the lark asleep', ({ isAsleep }) => isAsleep);
    expect(await readBeak(page)).toEqual([...SOUNDING, ...SOUNDING]);
    await page.evaluate(() => (document.documentElement.dataset['theme'] = 'light'));
    await untilSeen(page, 'the lark awake by day', ({ isAsleep }) => !isAsleep);
    await close();
  });

  it.each(['no-preference', 'reduce'] as const)(
    'the lark turns its head to cards, with motion: %s',
    async (reducedMotion) => {
      const { page, close } = await openGame({ reducedMotion });
      const readLook = async () => Number.parseFloat((await readLark(page)).look);
      await cellsOf(page).nth(2).hover();
      await until(async () => (await readLook()) > 0, { what: 'a look down', withinSeconds });
      const down = await readLook();
      await cellsOf(page).nth(0).hover();
      await until(async () => (await readLook()) < down, { what: 'a look further up', withinSeconds });
      const { head, running } = await readLark(page);
      expect(head).not.toBe('none');
      if (reducedMotion === 'reduce') expect(running).toEqual([]);
      await close();
    },
  );

  it.each([
    ['no-preference', true],
    ['reduce', false],
  ] as const)('at a victory the lark hops, with motion: %s: %s', async (reducedMotion, isHopping) => {
    const { page, close } = await openGame({ reducedMotion });
    const moved = await page.evaluateHandle(() => {
      const names: string[] = [];
      document.addEventListener('animationstart', ({ target, animationName }) => {
        if (target instanceof Element && target.matches('[data-lark]')) names.push(animationName);
      });
      document.addEventListener('transitionrun', ({ target, propertyName }) => {
        if (target instanceof Element && target.closest('[data-lark]')) names.push(propertyName);
      });
      return names;
    });
    await playToTheEnd(page, 'A', (position) => cellsOf(page).nth(position).click());
    await page.getByText(VICTORY).waitFor();
    await page.locator('[data-lark~=joyful]').waitFor();
    if (isHopping)
      await until(async () => (await moved.jsonValue()).some((name) => name.includes('hop')), {
        what: 'a hop',
        withinSeconds,
      });
    else expect(await moved.jsonValue()).toEqual([]);
    await close();
  });

  it('in high contrast the lark has the colour of text', async () => {
    const { page, close } = await openGame({ forcedColors: 'active' });
    const text = await page
      .getByRole('heading', { level: 1 })
      .evaluate((title) => getComputedStyle(title).color);
    expect((await readLark(page)).fill).toBe(text);
    await close();
  });
});
