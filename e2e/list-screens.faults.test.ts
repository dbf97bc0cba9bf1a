import { join } from 'node:path';

import { LANGUAGES, type Language } from '@larksong/contracts';
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { findViolations } from './support/accessibility.ts';
import { signInPage } from './support/accounts.ts';
import { openPage, type OpenedPage } from './support/browser.ts';
import { GUEST_SCREENS } from './support/guest-screens.ts';
import { chooseLanguage, findUntranslated } from './support/language-pages.ts';
import { findLayoutTroubles } from './support/layout-troubles.ts';
import { LIST_SCREENS, type ListScreen } from './support/list-screens.ts';
import { makeListWorld, type ListWorld } from './support/list-world.ts';
import { findOverlayTroubles } from './support/overlay-troubles.ts';

const SIZES = [
  [320, 640],
  [360, 740],
  [667, 375],
  [768, 1024],
  [1024, 768],
  [1280, 800],
] as const;
const THEMES = ['light', 'dark'] as const;
/** In all sizes, and in both themes by axe: one language for each direction of writing. */
const THOROUGH: readonly Language[] = ['en', 'ar'];
/** Sizes in which the other languages, whose words are longer or shorter, are looked at. */
const OTHER_SIZES = [SIZES[0], SIZES[2], SIZES[5]];
/** For a picture of each screen. */
const FILM_FOLDER = process.env['FILM_FOLDER'];

const SCREENS = [...LIST_SCREENS, ...GUEST_SCREENS];

let world: ListWorld;
/** Each role is signed in once, and opens each screen in its own page. */
const contexts = new Map<ListScreen['as'], OpenedPage>();

beforeAll(async () => {
  world = await makeListWorld();
  for (const role of ['visitor', 'member', 'newcomer', 'superadmin'] as const) {
    const opened = await openPage();
    contexts.set(role, opened);
    if (role === 'visitor') continue;
    await signInPage(opened.page, world.accounts[role]);
    await opened.page.goto('/you');
  }
});
afterAll(async () => {
  for (const { close } of contexts.values()) await close();
  await world?.remove();
});

function contextOf(role: ListScreen['as']): BrowserContext {
  const context = contexts.get(role)?.page.context();
  if (!context) throw new Error(`There is no page for a ${role}.`);
  return context;
}

describe.each(LANGUAGES)('in the language %s', (language) => {
  it.each(SCREENS)('“$name” is translated, fits all sizes and can be used by everybody', async (screen) => {
    const page = await contextOf(screen.as).newPage();
    try {
      await page.setViewportSize({ width: SIZES[0][0], height: SIZES[0][1] });
      await chooseLanguage(page, language);
      await screen.open(page, world);
      const foreign = await findUntranslated(page, language);
      expect([...foreign, ...(await findFaults(page, language, screen.name))]).toEqual([]);
    } finally {
      await page.context().setOffline(false);
      await page.close();
    }
  });
});

/** Returns what is wrong with a screen in some size or theme, one line each. */
async function findFaults(page: Page, language: Language, name: string): Promise<string[]> {
  const isThorough = THOROUGH.includes(language);
  const sizes = isThorough ? SIZES : OTHER_SIZES;
  const faults: string[] = [];
  for (const [index, [width, height]] of sizes.entries()) {
    await page.setViewportSize({ width, height });
    const colorScheme = THEMES[index % 2] ?? 'light';
    await page.emulateMedia({ colorScheme });
    const isSeen = index === 0 || (isThorough && index === sizes.length - 1);
    const found = [
      ...(await findLayoutTroubles(page)),
      ...(await findOverlayTroubles(page)),
      ...(isSeen ? await findViolations(page) : []),
    ];
    faults.push(...found.map((fault) => `${width} × ${height}, ${colorScheme}: ${fault}`));
    await film(page, `${name} ${language} ${width} ${colorScheme}`);
  }
  return faults;
}

const MAX_HEIGHT = 2400;

async function film(page: Page, name: string): Promise<void> {
  if (!FILM_FOLDER) return;
  const { width, height } = await page.evaluate(() => ({
    width: document.documentElement.clientWidth,
    height: document.documentElement.scrollHeight,
  }));
  const clip = { x: 0, y: 0, width, height: Math.min(height, MAX_HEIGHT) };
  await page.screenshot({
    path: join(FILM_FOLDER, `${name.replaceAll(/\s+/g, '-')}.png`),
    fullPage: true,
    clip,
  });
}
