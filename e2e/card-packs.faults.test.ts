import { readFile } from 'node:fs/promises';

import { game } from '@larksong/contracts';
import type { Stack } from '@larksong/local';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { until } from './access/until.ts';
import { findViolations } from './support/accessibility.ts';
import { signInPage, signInSuperadmin, visitor, type Account } from './support/accounts.ts';
import { openPage, type OpenedPage } from './support/browser.ts';
import { readCount } from './support/random.ts';
import { startSite } from './support/start-site.ts';

/** Letters of the starter pack in the pack, in addition to W. */
const LETTER_COUNT = readCount('PACK_LETTERS', 26);
/** Their words are listed, and every sound is ready, within these times. */
const LISTED_SECONDS = 30;
const READY_SECONDS = 120;

let site: Stack;
let superadmin: Account;
let opened: OpenedPage;
let pack: Buffer;

beforeAll(async () => {
  site = await startSite({ workers: 2, hasStarterContent: true });
  superadmin = await signInSuperadmin(site);
  opened = await openPage({ site: site.url, acceptDownloads: true });
  await signInPage(opened.page, superadmin);
});
afterAll(async () => {
  await opened?.close();
  await site?.stop();
});

const section = (page: Page) =>
  page.locator('section', { has: page.getByRole('heading', { name: 'Card packs' }) });

async function exportPack(page: Page): Promise<Buffer> {
  const download = page.waitForEvent('download');
  await section(page).getByRole('button', { name: 'Export' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe('larksong-cards.zip');
  return readFile(await file.path());
}

/** Drops a file onto the zone for packs, as from the desktop. */
async function drop(page: Page, file: Buffer): Promise<void> {
  const dataTransfer = await page.evaluateHandle((base64) => {
    const bytes = Uint8Array.from(atob(base64), (character) => character.codePointAt(0) ?? 0);
    const transfer = new DataTransfer();
    transfer.items.add(new File([bytes], 'cards.zip', { type: 'application/zip' }));
    return transfer;
  }, file.toString('base64'));
  await section(page)
    .getByRole('button', { name: /Drop a pack here/ })
    .dispatchEvent('drop', { dataTransfer });
}

const FIRST_CODE = 65; // of A

async function deleteLetters(isUnwanted: (letter: string) => boolean): Promise<void> {
  const { categories } = (await superadmin.call(game.listAdminCategories, {})).data;
  for (const { id, letter } of categories)
    if (isUnwanted(letter)) await superadmin.call(game.deleteCategory, { params: { id } });
}

async function countWords(): Promise<number> {
  const { letters } = (await visitor(site.url)(game.listWords, {})).data;
  return letters.reduce((sum, { words }) => sum + words.length, 0);
}

const latest = async () => (await superadmin.call(game.getLatestPackImport, {})).data.import;

describe('a card pack', () => {
  it('the starter pack is exported, dropped onto an empty site, and exported again as the same zip', async () => {
    const { page } = opened;
    await deleteLetters(
      (letter) => letter !== LONG.letter && (letter.codePointAt(0) ?? 0) >= FIRST_CODE + LETTER_COUNT,
    );
    const wordCount = await countWords();
    await page.goto('/game-admin');
    pack = await exportPack(page);
    await deleteLetters(() => true);
    await page.reload();

    await drop(page, pack);
    const listed = await until(async () => (await latest())?.state === 'done', {
      what: 'all words listed',
      withinSeconds: LISTED_SECONDS,
    });
    expect(await countWords()).toBe(wordCount);
    const added = `${wordCount} words, ${wordCount} pictures and ${wordCount} sounds were added.`;
    await section(page).getByText(added).waitFor();
    const ready = await until(async () => (await latest())?.preparingCount === 0, {
      what: 'all sounds ready',
      withinSeconds: READY_SECONDS,
    });
    console.log(
      `${wordCount} words listed in ${listed.toFixed(1)} s, all sounds ready ${ready.toFixed(1)} s later`,
    );
    expect((await exportPack(page)).equals(pack)).toBe(true);
    await page.getByText(`letters with ${wordCount} words, nothing missing.`).waitFor();
  });

  it('the lines of an import are found again after a reload, and are accessible', async () => {
    const { page, trouble } = opened;
    await page.reload();
    const added = section(page).locator('details', { hasText: 'Added' });
    await added.locator('summary').click();
    await added.getByText('anchor').waitFor();
    await drop(page, pack);
    await section(page)
      .getByText(/^Nothing was added\./)
      .waitFor();
    await section(page).locator('details', { hasText: 'Already there' }).locator('summary').click();
    expect(await findViolations(page)).toEqual([]);
    expect(trouble).toEqual({ errors: [], foreignRequests: [] });
  });

  it('a file that is no pack is refused in words', async () => {
    const { page } = opened;
    await drop(page, Buffer.from('no zip'));
    const alert = section(page).getByRole('alert');
    await expect.poll(() => alert.textContent()).toMatch(/^This file is not a zip, or it is damaged\./);
  });
});

/** The longest words of their scripts, next to the letter with the widest pair. */
const LONG = {
  letter: 'W',
  names: [
    'W'.repeat(60),
    'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunter',
    '小鸭子的歌曲在池塘里'.repeat(6),
  ]
    .map((name) => name.slice(0, 60))
    .concat(['a word of many short parts that is as long as a name can be', 'بطة صغيرة']),
};

/** Text and pictures that are cut off by their card, their word, or the paper. */
const CUT = `[...document.querySelectorAll('[data-paper]')].flatMap((paper) => {
  const outer = paper.getBoundingClientRect();
  const boxes = [...paper.querySelectorAll('[data-face], li')];
  const isIn = (rect, box) => rect.left >= box.left - 1 && rect.right <= box.right + 1 && rect.top >= box.top - 1 && rect.bottom <= box.bottom + 1;
  return [...paper.querySelectorAll('img, span, p')].filter((part) => {
    const range = document.createRange();
    range.selectNodeContents(part);
    const rect = part.tagName === 'IMG' ? part.getBoundingClientRect() : range.getBoundingClientRect();
    const box = boxes.find((one) => one.contains(part))?.getBoundingClientRect() ?? outer;
    // The box of a large letter is much higher than the letter.
    if (part.tagName === 'P') return rect.left < outer.left || rect.right > outer.right;
    return !isIn(rect, box) || !isIn(rect, outer);
  }).map((part) => part.outerHTML.slice(0, 120));
})`;

describe('printed cards', () => {
  let printing: OpenedPage;
  beforeAll(async () => {
    const { categories } = (await superadmin.call(game.listAdminCategories, {})).data;
    const categoryId = categories.find(({ letter }) => letter === LONG.letter)?.id ?? '';
    for (const name of LONG.names)
      await superadmin.call(game.createItem, { body: { categoryId, type: 'letter', name } });
    printing = await openPage({ site: site.url });
  });
  afterAll(() => printing?.close());

  it.each([
    ['cards', 'a4', [595, 842], 3],
    ['cards', 'letter', [612, 792], 3],
    ['sheets', 'a4', [595, 842], 2],
    ['sheets', 'letter', [612, 792], 2],
  ] as const)(
    '%s on %s have whole pages of that size, and nothing is cut off',
    async (what, paper, size, count) => {
      const { page, trouble } = printing;
      await page.goto(`/print?letters=A,W&what=${what}&paper=${paper}`);
      await page.locator('[data-paper]').first().waitFor();
      await page.evaluate(() => Promise.all([...document.images].map((picture) => picture.decode())));
      expect(await page.evaluate(CUT)).toEqual([]);
      await page.emulateMedia({ media: 'print' });
      expect(await page.evaluate(CUT)).toEqual([]);
      const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
      await page.emulateMedia({ media: null });
      const boxes = [...pdf.matchAll(/\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/g)].map(([, width, height]) =>
        [width, height].map((points) => Math.round(Number(points))),
      );
      expect(boxes).toEqual(Array.from({ length: count }, () => size));
      expect(trouble).toEqual({ errors: [], foreignRequests: [] });
    },
  );

  it.each(['a4', 'letter'])('no word of the whole pack is cut off on %s', async (paper) => {
    const { page } = printing;
    const { categories } = (await superadmin.call(game.listAdminCategories, {})).data;
    const letters = categories.map(({ letter }) => letter).join(',');
    await page.emulateMedia({ media: 'print' });
    for (const what of ['cards', 'sheets']) {
      await page.goto(`/print?letters=${letters}&what=${what}&paper=${paper}`);
      await page.locator('[data-paper]').first().waitFor({ state: 'attached' });
      await page.evaluate(() => Promise.all([...document.images].map((picture) => picture.decode())));
      expect(await page.evaluate(CUT), what).toEqual([]);
    }
    await page.emulateMedia({ media: null });
  });

  it('what is printed is chosen with the keyboard, and kept in the address', async () => {
    const { page } = printing;
    await page.goto('/print?letters=A&what=cards&paper=a4');
    await page.getByRole('radio', { name: /^Memory cards/ }).focus();
    await page.keyboard.press('ArrowDown');
    await page.getByRole('button', { name: 'B', exact: true }).press('Enter');
    await expect.poll(() => new URL(page.url()).search).toBe('?letters=A%2CB&what=sheets&paper=a4');
    await page.getByText('2 pages').waitFor();
    await page.getByRole('button', { name: 'Clear' }).click();
    await page.getByText('Please select at least one letter').waitFor();
    expect(await page.getByRole('button', { name: 'Print', exact: true }).isDisabled()).toBe(true);
    expect(await findViolations(page)).toEqual([]);
  });
});
