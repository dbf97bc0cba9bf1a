import { randomBytes, randomUUID } from 'node:crypto';
import { openAsBlob } from 'node:fs';

import { catalog } from '@larksong/contracts';
import { firstKinds } from '@larksong/service-kit/testing/random';
import { sql } from 'kysely';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { until } from './access/until.ts';
import { SMALL_PNG } from './access/truth-table.ts';
import { uploadFile } from './access/uploads.ts';
import { findViolationsInViews } from './support/accessibility.ts';
import { signInPage, signInSuperadmin, type Account } from './support/accounts.ts';
import { openPage, type OpenedPage } from './support/browser.ts';
import { openCatalogData } from './support/catalog-data.ts';
import { makeClip } from './support/clips.ts';
import { openSettled } from './support/settled.ts';
import { sharedSite } from './support/shared-site.ts';

const WORD = `w${randomBytes(4).toString('hex')}`;
/** Ten grades, one of which is 77 characters long. */
const LONG_GRADE = `Grade 2 ${WORD} with Mrs Longstocking-Featherstonehaugh in the big room upstairs`
  .padEnd(77, '.')
  .slice(0, 77);
const GRADES = [LONG_GRADE, ...Array.from({ length: 9 }, (_, index) => `Grade ${index + 3}`)];
/** Enough for three rows of four. */
const SONGS = 12;
const CHIP_PX = 14 * 16;

let superadmin: Account;
let opened: OpenedPage;
const ids: string[] = [];

beforeAll(async () => {
  superadmin = await signInSuperadmin();
  const file = await openAsBlob(await makeClip({ seconds: 1, width: 320, height: 180 }));
  const title = `A song of ${WORD}`;
  const id = await uploadFile(sharedSite().url, superadmin, { title, visibility: 'public', file });
  ids.push(id);
  const isReady = async () =>
    (await superadmin.call(catalog.getVideo, { params: { id } })).data.video.status === 'completed';
  await until(isReady, { what: 'the video completed', withinSeconds: 240 });
  await copySong(id);
  const tags = GRADES.map((tagValue) => ({ tagType: 'grade' as const, tagValue }));
  await superadmin.call(catalog.addVideoTags, { params: { id }, body: { tags } });
  opened = await openPage({ hasTouch: true });
});
afterAll(async () => {
  await opened?.close();
  for (const id of ids) await superadmin.call(catalog.deleteVideo, { params: { id } });
});

/** Adds further rows of a completed song to the table, since only the grid is the subject. */
async function copySong(id: string): Promise<void> {
  const data = await openCatalogData(sharedSite().url);
  for (let copy = 1; copy < SONGS; copy += 1) {
    const changes = JSON.stringify({ id: randomUUID(), idempotency_key: null });
    const { rows } = await sql<{ id: string }>`
      insert into videos select (jsonb_populate_record(videos, ${changes})).* from videos where id = ${id}
      returning id`.execute(data.db);
    ids.push(...rows.map((row) => row.id));
  }
  await data.close();
}

/** Measures the chips and the first two rows of pictures. */
function measure(page: Page) {
  return page.evaluate(() => {
    const chips = [...document.querySelectorAll('main fieldset button')].map((chip) =>
      chip.getBoundingClientRect(),
    );
    const pictures = [...document.querySelectorAll('main li:has(h2) > div:last-child')].map((picture) =>
      picture.getBoundingClientRect(),
    );
    const [first] = pictures;
    const second = first && pictures.find(({ top }) => top > first.bottom);
    if (!first || !second) throw new Error('The page has no second row.');
    return {
      chips: chips.length,
      lines: new Set(chips.map(({ top, height }) => Math.round(top + height / 2))).size,
      widest: Math.max(...chips.map(({ width }) => width)),
      firstPicture: first.top / innerHeight,
      secondRow: (Math.min(innerHeight, second.bottom) - second.top) / second.height,
      sideways: document.documentElement.scrollWidth - document.documentElement.clientWidth,
    };
  });
}

/** Waits until colours have changed, whose contrast would be measured halfway. */
async function finishTransitions(page: Page): Promise<void> {
  await page.evaluate(() => Promise.all(document.getAnimations().map((animation) => animation.finished)));
}

const isInside = (page: Page, name: string) =>
  page.getByRole('button', { name }).evaluate((chip) => {
    const row = chip.parentElement?.getBoundingClientRect();
    const { left, right } = chip.getBoundingClientRect();
    return row !== undefined && left >= row.left && right <= row.right;
  });

describe('the page of songs', () => {
  it.each(
    firstKinds('KINDS', 3, [
      [480, 320],
      [640, 360],
      [1366, 639],
      [568, 320],
      [667, 375],
      [844, 390],
      [768, 480],
      [1024, 768],
      [1199, 900],
    ]),
  )('the first two rows of pictures are seen at %d × %d, below one line of chips', async (width, height) => {
    await opened.page.setViewportSize({ width, height });
    await openSettled(opened.page, '/songs');
    const seen = await measure(opened.page);
    console.log(`${width} × ${height}: ${JSON.stringify(seen)}`);
    expect(seen.chips).toBeGreaterThanOrEqual(6 + GRADES.length);
    expect(seen.lines).toBe(1);
    expect(seen.widest).toBeLessThanOrEqual(CHIP_PX);
    expect(seen.firstPicture).toBeLessThan(0.4);
    expect(seen.secondRow).toBeGreaterThanOrEqual(0.5);
    expect(seen.sideways).toBe(0);
  });

  it('the chosen chip is in sight, also after the device was turned', async () => {
    const { page } = opened;
    await page.setViewportSize({ width: 844, height: 390 });
    await openSettled(page, `/songs?filter=${encodeURIComponent('grade:Grade 11')}`);
    expect(await isInside(page, 'Grade 11')).toBe(true);
    expect(await isInside(page, 'Favorites')).toBe(false);
    await page.setViewportSize({ width: 390, height: 844 });
    await expect.poll(() => isInside(page, 'Grade 11')).toBe(true);
    await page.getByRole('button', { name: 'Grade 11' }).focus();
    await page.keyboard.press('Home');
    await expect.poll(() => isInside(page, 'All')).toBe(true);
  });
});

describe('the search where there is little room', () => {
  it('the search opens from its icon and folds again, and shows what is searched for', async () => {
    const { page } = opened;
    await page.setViewportSize({ width: 667, height: 375 });
    await openSettled(page, '/songs');
    const field = page.getByRole('searchbox', { name: 'Search videos' });
    const icon = page.getByRole('button', { name: /^Search videos/ });
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? '');
    expect(await field.isVisible()).toBe(false);
    await icon.focus();
    await page.keyboard.press('Enter');
    expect(await field.evaluate((element) => element === document.activeElement)).toBe(true);
    await page.keyboard.type(WORD);
    await page.keyboard.press('Enter');
    await page.getByText(`for “${WORD}”`).waitFor();
    expect(await field.isVisible()).toBe(false);
    expect(await icon.innerText()).toBe(WORD);
    expect(await focused()).toBe(`Search videos: ${WORD}`);

    await icon.click();
    await page.keyboard.press('Escape');
    expect(await field.isVisible()).toBe(false);
    expect(await focused()).toBe(`Search videos: ${WORD}`);
    expect(new URL(page.url()).searchParams.get('q')).toBe(WORD);

    await icon.click();
    for (let press = 0; press < 3; press += 1) await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('All');
    expect(await field.isVisible()).toBe(false);

    await icon.click();
    await page.getByRole('button', { name: 'End search' }).click();
    await expect.poll(() => new URL(page.url()).search).toBe('');
    expect(await field.isVisible()).toBe(false);
  });

  it('the search is a field where there is room, and Escape clears it', async () => {
    const { page } = opened;
    await page.setViewportSize({ width: 1024, height: 768 });
    await openSettled(page, `/songs?q=${WORD}`);
    const field = page.getByRole('searchbox', { name: 'Search videos' });
    expect(await page.getByRole('button', { name: /^Search videos/ }).isVisible()).toBe(false);
    await field.press('Escape');
    expect(await field.inputValue()).toBe('');
    await expect.poll(() => new URL(page.url()).search).toBe('');
  });

  it('a search in the other direction keeps clear of the buttons, as they stay where they are', async () => {
    const { page } = opened;
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.goto('/songs');
    const search = page.getByRole('searchbox');
    const paddings = () =>
      search.evaluate((field) => {
        const { paddingLeft, paddingRight } = getComputedStyle(field);
        return parseFloat(paddingRight) > parseFloat(paddingLeft);
      });
    await search.fill('duck');
    expect(await paddings()).toBe(true);
    await search.fill('بطة'); // a duck in Arabic
    expect(await search.evaluate((field) => getComputedStyle(field).direction)).toBe('rtl');
    expect(await paddings()).toBe(true);
  });
});

describe('the pictures of chips', () => {
  it('a picture that a superadmin uploads, and a category with one of the site’s own, appear above the songs', async () => {
    const category = `Animals of ${WORD}`;
    const tags = [{ tagType: 'category' as const, tagValue: category }];
    await superadmin.call(catalog.addVideoTags, { params: { id: ids[0] ?? '' }, body: { tags } });
    const admin = await openPage();
    await signInPage(admin.page, superadmin);
    await admin.page.goto('/chips');

    await admin.page.getByRole('button', { name: 'Change Grade 11' }).click();
    const grade = admin.page.getByRole('form', { name: 'Grade 11' });
    await grade.getByLabel('Upload a picture for Grade 11, file').setInputFiles({
      name: 'grade.png',
      mimeType: 'image/png',
      buffer: Buffer.from(SMALL_PNG, 'latin1'),
    });
    await grade.getByText('Saved.').waitFor();
    expect(await grade.getByRole('radio', { name: 'Uploaded picture' }).isChecked()).toBe(true);

    await admin.page.getByRole('button', { name: `Change ${category}` }).click();
    const form = admin.page.getByRole('form', { name: category });
    await form.getByRole('checkbox', { name: 'Show as a chip above the songs' }).check();
    await form.getByRole('radio', { name: 'Farm' }).check();
    await form.getByRole('radio', { name: 'Green' }).check();
    await form.getByRole('button', { name: 'Save' }).click();
    await form.getByText('Saved.').waitFor();
    await admin.page.emulateMedia({ colorScheme: 'dark' });
    await finishTransitions(admin.page);
    expect(await findViolationsInViews(admin.page, 1)).toEqual([]);
    expect(admin.trouble).toEqual({ errors: [], foreignRequests: [] });
    await admin.close();

    const { page } = opened;
    await page.setViewportSize({ width: 844, height: 390 });
    await openSettled(page, '/songs');
    const pictures = () =>
      page
        .locator('main fieldset img')
        .evaluateAll((images) => images.map((image) => (image as HTMLImageElement).naturalWidth > 0));
    expect(await pictures()).toEqual([true, true]);
    const seen = await measure(page);
    expect([seen.lines, seen.widest <= CHIP_PX, seen.secondRow >= 0.5]).toEqual([1, true, true]);
    await page.getByRole('button', { name: category }).click();
    await page.getByText('1 video', { exact: true }).waitFor();
    await finishTransitions(page);
    expect(await findViolationsInViews(page, 0)).toEqual([]);
  });
});
