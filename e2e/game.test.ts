import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import {
  createCategory,
  createItem,
  listCategoryItems,
  putGameSettings,
  putItemPicture,
  putItemSound,
  toPath,
  type AdminItem,
  type Endpoint,
} from '@larksong/contracts';
import type { Stack } from '@larksong/local';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { AxeBuilder } from '@axe-core/playwright';
import { until } from './access/until.ts';
import { signInSuperadmin, type Account } from './support/accounts.ts';
import { useBrowser } from './support/browser.ts';
import { startSite } from './support/start-site.ts';

const PACK = join(import.meta.dirname, '..', 'services', 'game', 'starter-pack');
const WORDS = ['ant', 'apple', 'anchor', 'avocado'];
const LETTERS = ['A', 'B', 'C', 'D'];
/** Both cards of a pair that is none turn back after this (specification section 9), with some time to spare. */
const FLIP_BACK_MS = 1500;

const open = useBrowser();
let site: Stack;
let superadmin: Account;

beforeAll(async () => {
  site = await startSite();
  superadmin = await signInSuperadmin(site);
  // Four letters of two words each make eight pairs, enough for the largest grid.
  for (const [index, letter] of LETTERS.entries()) {
    const { data } = await superadmin.call(createCategory, { body: { letter } });
    const words = [WORDS[index % WORDS.length], WORDS[(index + 1) % WORDS.length]] as string[]; // both are in range
    // A name begins with its letter: otherwise that other letter would not be dealt beside it.
    for (const word of words)
      await addPair(data.category.id, letter === 'A' ? word : `${letter} ${word}`, word);
  }
});
afterAll(() => site?.stop());

/** A letter card and a picture card of the same name, with picture and sound from the starter pack. */
async function addPair(categoryId: string, name: string, word: string): Promise<void> {
  const { data } = await superadmin.call(createItem, { body: { categoryId, type: 'letter', name } });
  await superadmin.call(createItem, { body: { categoryId, type: 'image', name } });
  await putFile(putItemPicture, data.item, `pictures/${word}.png`);
  await putFile(putItemSound, data.item, `sounds/${word}.mp3`);
  await until(
    async () => {
      const items = await superadmin.call(listCategoryItems, { params: { id: categoryId } });
      return items.data.items.every((item) => item.name !== name || item.hasSound);
    },
    { what: `the sound of ${name}`, withinSeconds: 60 },
  );
}

async function putFile(endpoint: Endpoint, item: AdminItem, path: string): Promise<void> {
  const response = await fetch(site.url + toPath(endpoint, { params: { id: item.id } }), {
    method: endpoint.method,
    headers: {
      authorization: `Bearer ${superadmin.accessToken}`,
      'content-type': 'application/octet-stream',
    },
    body: await readFile(join(PACK, path)),
  });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
}

/** Notes the address of every clip that is started, in `window.played`. */
const LISTEN = `
  window.played = [];
  const addresses = new WeakMap();
  const read = Response.prototype.arrayBuffer;
  Response.prototype.arrayBuffer = async function () {
    const bytes = await read.call(this);
    addresses.set(bytes, decodeURIComponent(new URL(this.url).pathname));
    return bytes;
  };
  const decode = BaseAudioContext.prototype.decodeAudioData;
  BaseAudioContext.prototype.decodeAudioData = async function (bytes) {
    const address = addresses.get(bytes);
    const clip = await decode.call(this, bytes);
    addresses.set(clip, address);
    return clip;
  };
  const start = AudioBufferSourceNode.prototype.start;
  AudioBufferSourceNode.prototype.start = function (...rest) {
    window.played.push(addresses.get(this.buffer));
    return start.apply(this, rest);
  };
`;

const played = (page: Page) => page.evaluate(() => (window as unknown as { played: string[] }).played); // see LISTEN

interface Opened {
  page: Page;
  cards: Locator;
  close: () => Promise<void>;
  trouble: { errors: string[]; foreignRequests: string[] };
}

async function openGame(path: string, options: Parameters<typeof open>[0] = {}): Promise<Opened> {
  const { page, close, trouble } = await open({ site: site.url, ...options });
  page.setDefaultTimeout(15_000);
  await page.addInitScript({ content: LISTEN });
  await page.goto(path, { waitUntil: 'networkidle' });
  const cards = page.locator('button[role=gridcell]');
  await cards.first().waitFor();
  return { page, cards, close, trouble };
}

const nameOf = async (card: Locator) => ((await card.getAttribute('aria-label')) ?? '').split(',')[0] ?? '';
const isHidden = async (card: Locator) =>
  ((await card.getAttribute('aria-label')) ?? '').endsWith(', hidden');

/** Plays to the end as somebody who remembers everything; `tap` opens the card at a position. */
async function win({ page, cards }: Opened, tap: (position: number) => Promise<void>): Promise<string[]> {
  const count = await cards.count();
  const known = new Map<number, string>();
  const openCard = async (position: number) => {
    await tap(position);
    await expect.poll(() => isHidden(cards.nth(position))).toBe(false);
    known.set(position, await nameOf(cards.nth(position)));
  };
  const matched = new Set<number>();
  const findPair = () => {
    const free = [...known].filter(([position]) => !matched.has(position));
    for (const [one, name] of free)
      for (const [other, otherName] of free)
        if (one < other && name === otherName) return [one, other] as const;
    return undefined;
  };
  while (matched.size < count) {
    const pair = findPair();
    const unknown = Array.from({ length: count }, (_, at) => at).filter((at) => !known.has(at));
    const [first, second] = pair ?? [unknown[0] ?? 0, unknown[1] ?? 0];
    await openCard(first);
    const partner = [...known].find(
      ([at, name]) => at !== first && !matched.has(at) && name === known.get(first),
    );
    const next = partner?.[0] ?? second;
    await openCard(next);
    if (known.get(first) === known.get(next)) {
      matched.add(first).add(next);
      await expect
        .poll(async () => (await cards.nth(next).getAttribute('aria-label')) ?? '')
        .toMatch(/matched$/);
    } else {
      await expect.poll(() => isHidden(cards.nth(first)), { timeout: FLIP_BACK_MS + 5000 }).toBe(true);
      await expect.poll(() => isHidden(cards.nth(next))).toBe(true);
    }
  }
  await page.getByText('Great job! You found all the pairs!').first().waitFor();
  return [...known.values()];
}

async function expectNoViolation(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
}

describe('a whole game', () => {
  it('by mouse: the words are heard, victory is told, and Play again deals, also without network', async () => {
    const game = await openGame('/?letters=A');
    const { page, cards, trouble, close } = game;
    await page.getByText('Letter A').first().waitFor();
    const html = await page.locator('[role=grid]').innerHTML();
    for (const secret of [...WORDS, '/Images/', '/Audio/']) expect(html).not.toContain(secret);
    await expectNoViolation(page);
    const words = await win(game, (position) => cards.nth(position).click());
    const sounds = await played(page);
    for (const word of words) expect(sounds).toContain(`/Audio/A/${word}.mp3`);
    expect(sounds).toContain('/Audio/match.mp3');
    expect(sounds.at(-1)).toBe('/Audio/victory.mp3');
    await expectNoViolation(page);
    const again = page.getByRole('button', { name: 'Play again' });
    await expect.poll(() => again.evaluate((button) => button === document.activeElement)).toBe(true);
    expect(trouble).toEqual({ errors: [], foreignRequests: [] });
    await page.context().setOffline(true);
    await again.click();
    await expect.poll(() => isHidden(cards.first())).toBe(true);
    await win(game, (position) => cards.nth(position).click());
    await close();
  });

  it('by touch on a phone', async () => {
    const game = await openGame('/?letters=A', { hasTouch: true, viewport: { width: 360, height: 640 } });
    const words = await win(game, (position) => game.cards.nth(position).tap());
    expect(words).toHaveLength(4);
    await game.close();
  });

  it('by the keyboard alone, with reduced motion', async () => {
    const game = await openGame('/?letters=A', { reducedMotion: 'reduce' });
    const { page, cards, close } = game;
    const at = () => cards.evaluateAll((all) => all.indexOf(document.activeElement as HTMLElement)); // or -1
    while ((await at()) < 0) await page.keyboard.press('Tab');
    await win(game, async (position) => {
      const columns = 2;
      const move = async (key: string, times: number) => {
        for (let step = 0; step < times; step += 1) await page.keyboard.press(key);
      };
      const from = await at();
      const rows = Math.floor(position / columns) - Math.floor(from / columns);
      await move(rows > 0 ? 'ArrowDown' : 'ArrowUp', Math.abs(rows));
      const places = (position % columns) - (from % columns);
      await move(places > 0 ? 'ArrowRight' : 'ArrowLeft', Math.abs(places));
      expect(await at()).toBe(position);
      await page.keyboard.press(position % 2 === 0 ? 'Enter' : 'Space');
    });
    await close();
  });
});

describe('the board', () => {
  beforeAll(async () => {
    await superadmin.call(putGameSettings, { body: { grids: ['2x2', '3x3', '4x4'] } });
  });

  it.each([
    ['2x2', 4],
    ['3x3', 8],
    ['4x4', 16],
  ] as const)('of %s fits every window, with cards large enough for a child', async (grid, count) => {
    const game = await openGame('/?letters=A,B,C,D', { viewport: { width: 320, height: 568 } });
    const { page, cards, close } = game;
    await page.getByRole('button', { name: /settings/i }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Grid Size').selectOption(grid);
    await dialog.getByRole('button', { name: 'Apply Settings' }).click();
    await expect.poll(() => cards.count()).toBe(count);
    for (const [width, height] of [
      [320, 568],
      [360, 640],
      [768, 1024],
      [1280, 720],
      [640, 360],
    ] as const) {
      await page.setViewportSize({ width, height });
      const boxes = await cards.evaluateAll((all) =>
        all.map((card) => {
          const { left, top, right, bottom } = card.getBoundingClientRect();
          return { left, top, right, bottom };
        }),
      );
      const least = Math.min(...boxes.map((box) => Math.min(box.right - box.left, box.bottom - box.top)));
      expect(least, `${grid} at ${width} × ${height}`).toBeGreaterThanOrEqual(width >= 768 ? 100 : 64);
      for (const box of boxes) {
        expect(Math.min(box.left, box.top)).toBeGreaterThanOrEqual(0);
        expect(box.right).toBeLessThanOrEqual(width);
        expect(box.bottom).toBeLessThanOrEqual(height);
      }
    }
    await close();
  });
});
