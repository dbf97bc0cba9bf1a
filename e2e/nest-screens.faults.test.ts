import { LANGUAGES } from '@larksong/contracts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { waitForStillness } from './support/accessibility.ts';
import { listInvisible } from './support/forced-colors.ts';
import { chooseLanguage } from './support/language-pages.ts';
import { DEVICE_SCREENS } from './support/nest-device-screens.ts';
import { CARER_SCREENS } from './support/nest-screens.ts';
import { makeNestWorld, WRITTEN, type NestWorld } from './support/nest-world.ts';
import { lookAtScreen, type View } from './support/screen-faults.ts';
import { openSettled } from './support/settled.ts';
import { findSmallTargets } from './support/touch-targets.ts';

/** Phones, tablets upright and lying, and a desk. */
const SIZES = [
  { width: 360, height: 740 },
  { width: 768, height: 1024 },
  { width: 1024, height: 768 },
  { width: 1133, height: 744 },
  { width: 1180, height: 820 },
  { width: 1440, height: 900 },
] as const;
/** Those that axe looks at: with the least and the most room, and most tablets of children. */
const SEEN: readonly number[] = [360, 1024, 1440];
const EVERYTHING: readonly View[] = (['light', 'dark'] as const).flatMap((colorScheme) =>
  SIZES.map((size) => ({ ...size, colorScheme, isSeen: SEEN.includes(size.width) })),
);
/** For languages whose words are longer or shorter. */
const OTHERS: readonly View[] = [
  { ...SIZES[0], colorScheme: 'light', isSeen: false },
  { ...SIZES[3], colorScheme: 'dark', isSeen: false },
];

let world: NestWorld;
beforeAll(async () => {
  world = await makeNestWorld();
}, 600_000);
afterAll(() => world?.close());

describe.each(LANGUAGES)('in the language %s', (language) => {
  it.each([...CARER_SCREENS, ...DEVICE_SCREENS])(
    '“$name” is translated, fits all sizes and can be used by everybody',
    async ({ as, name, open }) => {
      const context = world.pages.get(as)?.page.context();
      if (!context) throw new Error(`There is no page for a ${as}.`);
      const isThorough = language === 'en';
      let isFirst = isThorough;
      const findMore = async (page: Page) => {
        const once = isFirst ? await findInOtherModes(page) : [];
        isFirst = false;
        return [...once, ...(isThorough ? await findSmallTargets(page) : [])];
      };
      const views = isThorough ? EVERYTHING : OTHERS;
      const looked = {
        language,
        name,
        views,
        findMore,
        known: WRITTEN,
        open: (page: Page) => open(page, world),
      };
      expect(await lookAtScreen(context, looked)).toEqual([]);
    },
  );
});

describe.each(['en', 'de', 'ar'] as const)('on paper in the language %s', (language) => {
  it.each([
    ['A4', [595, 842]],
    ['Letter', [612, 792]],
  ] as const)('the cards of a class are whole pages of %s, and nothing is cut off', async (name, size) => {
    const context = world.pages.get('teacher')?.page.context();
    const page = await context!.newPage();
    await chooseLanguage(page, language);
    await openSettled(page, `/children/classes/${world.classId}/cards`);
    await page
      .locator('main fieldset .chip')
      .nth(name === 'A4' ? 0 : 1)
      .click();
    await page.emulateMedia({ media: 'print' });
    expect(await page.evaluate(listCut)).toEqual([]);
    const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
    const boxes = [...pdf.matchAll(/\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/g)].map(([, width, height]) =>
      [width, height].map((points) => Math.round(Number(points))),
    );
    // The card of the class and those of 26 children, eight to a page.
    expect(boxes).toEqual(Array.from({ length: 4 }, () => size));
    await page.close();
  });
});

/** Runs in the page: what leaves its card. */
function listCut(): string[] {
  return [...document.querySelectorAll('[data-paper] > li')].flatMap((card) => {
    const { left, right, top, bottom } = card.getBoundingClientRect();
    return [...card.querySelectorAll('*')]
      .filter((part) => {
        const box = part.getBoundingClientRect();
        return box.left < left - 1 || box.right > right + 1 || box.top < top - 1 || box.bottom > bottom + 1;
      })
      .map((part) => part.outerHTML.slice(0, 120));
  });
}

/** Returns what is wrong in forced colours, and what moves although nothing should, one line each. */
async function findInOtherModes(page: Page): Promise<string[]> {
  await page.emulateMedia({ colorScheme: 'light', forcedColors: 'active' });
  const invisible = await listInvisible(page);
  await page.emulateMedia({ colorScheme: 'light', forcedColors: 'none', reducedMotion: 'reduce' });
  await waitForStillness(page); // what forced colours have changed
  const moving = await page.evaluate(listMoving);
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'no-preference' });
  return [
    ...invisible.map((name) => `“${name}” is invisible in forced colours`),
    ...moving.map((name) => `${name} moves although nothing should`),
  ];
}

/** Runs in the page. */
function listMoving(): string[] {
  return document
    .getAnimations()
    .filter(({ effect }) => Number(effect?.getComputedTiming().duration) > 100)
    .map((animation) =>
      animation instanceof CSSAnimation
        ? animation.animationName
        : ((animation as CSSTransition).transitionProperty ?? ''),
    );
}
