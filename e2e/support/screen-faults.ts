import { join } from 'node:path';

import type { Language } from '@larksong/contracts';
import type { BrowserContext, Page } from 'playwright-core';

import { findViolations } from './accessibility.ts';
import { chooseLanguage, findUntranslated } from './language-pages.ts';
import { findLayoutTroubles } from './layout-troubles.ts';
import { findOverlayTroubles } from './overlay-troubles.ts';

/** In pixels. */
const SCREEN_SIZES = [
  { width: 320, height: 640 },
  { width: 360, height: 740 },
  { width: 667, height: 375 },
  { width: 768, height: 1024 },
  { width: 1024, height: 768 },
  { width: 1280, height: 800 },
] as const;
const THEMES = ['light', 'dark'] as const;
/** In all sizes, and in both themes by axe: one language for each direction of writing. */
const THOROUGH: readonly Language[] = ['en', 'ar'];
/** Sizes in which the other languages, whose words are longer or shorter, are looked at. */
const OTHER_SIZES = [SCREEN_SIZES[0], SCREEN_SIZES[2], SCREEN_SIZES[5]];
/** For a picture of each screen. */
const FILM_FOLDER = process.env['FILM_FOLDER'];

/** A size in pixels and a theme in which a screen is looked at. */
export interface View {
  width: number;
  height: number;
  colorScheme: (typeof THEMES)[number];
  /** Whether axe looks at it, too. */
  isSeen: boolean;
}

interface Looked {
  language: Language;
  /** For its pictures. */
  name: string;
  /** Opens the screen in a page. */
  open: (page: Page) => Promise<void>;
  /** What people wrote, in whatever language. */
  known?: readonly string[];
  /** Other sizes and themes than those of most screens. */
  views?: readonly View[];
  /** Returns what else is wrong with it in a size and a theme. */
  findMore?: (page: Page) => Promise<string[]>;
}

/**
 * Opens a screen in a new page and returns what is wrong with it, one line each: what is not translated, and its
 * faults in all sizes and themes. `url` is that of its site.
 */
export async function lookAtScreen(context: BrowserContext, looked: Looked, url?: string): Promise<string[]> {
  const { language, open, known = [], views = viewsOf(language) } = looked;
  const page = await context.newPage();
  try {
    await page.setViewportSize(views[0] ?? SCREEN_SIZES[0]);
    await chooseLanguage(page, language, url);
    await open(page);
    const untranslated = await findUntranslated(page, language, { known });
    return [...untranslated, ...(await findScreenFaults(page, { ...looked, views }))];
  } finally {
    await context.setOffline(false);
    await page.close();
  }
}

/** Returns the views of most screens: by turns in both themes. */
function viewsOf(language: Language): View[] {
  const isThorough = THOROUGH.includes(language);
  const sizes = isThorough ? SCREEN_SIZES : OTHER_SIZES;
  return sizes.map((size, index) => ({
    ...size,
    colorScheme: THEMES[index % 2] ?? 'light',
    isSeen: index === 0 || (isThorough && index === sizes.length - 1),
  }));
}

/** Returns what is wrong with a screen in some size or theme, one line each. */
async function findScreenFaults(
  page: Page,
  { language, name, views, findMore }: Looked & { views: readonly View[] },
): Promise<string[]> {
  const faults: string[] = [];
  for (const { width, height, colorScheme, isSeen } of views) {
    await page.setViewportSize({ width, height });
    await page.emulateMedia({ colorScheme });
    const found = [
      ...(await findLayoutTroubles(page)),
      ...(await findOverlayTroubles(page)),
      ...((await findMore?.(page)) ?? []),
      ...(isSeen ? await findViolations(page) : []),
    ];
    faults.push(...found.map((fault) => `${width} × ${height}, ${colorScheme}: ${fault}`));
    await film(page, `${name} ${language} ${width} ${colorScheme}`);
  }
  if (FILM_FOLDER && THOROUGH.includes(language)) {
    await page.emulateMedia({ colorScheme: 'dark', forcedColors: 'active' });
    await film(page, `${name} ${language} forced`);
    await page.emulateMedia({ colorScheme: 'light', forcedColors: 'none' });
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
