import { randomBytes } from 'node:crypto';

import { catalog, game } from '@larksong/contracts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';

import { createMember, signInSuperadmin, type Account } from './support/accounts.ts';
import type { OpenedPage } from './support/browser.ts';
import { makeList, uploadSongs } from './support/list-playing.ts';
import { makeNestOf, openHandedOver } from './support/nests.ts';
import { sharedSite } from './support/shared-site.ts';

const site = sharedSite().url;
const mark = randomBytes(3).toString('hex');
const [INSIDE, OUTSIDE] = [`Lullaby ${mark} of ducks`, `Lullaby ${mark} of geese`];

/** Of no other test on this site. */
const LETTERS = ['Ж', 'Ш'];

let ids: string[];
let member: Account;
let nestId: string;
const categoryIds: string[] = [];

beforeAll(async () => {
  const superadmin = await signInSuperadmin();
  const clip = { seconds: 4, width: 160, height: 90 };
  ids = await uploadSongs({ site, superadmin, clip }, [INSIDE, OUTSIDE]);
  for (const letter of LETTERS) {
    const { category } = (await superadmin.call(game.createCategory, { body: { letter } })).data;
    categoryIds.push(category.id);
    for (const type of ['letter', 'image'] as const)
      for (const name of [`${letter} one`, `${letter} two`])
        await superadmin.call(game.createItem, { body: { categoryId: category.id, type, name } });
  }
});
beforeEach(async () => {
  member = await createMember();
  const listId = await makeList(member, 'Ducks only', ids.slice(0, 1));
  nestId = await makeNestOf(member, { nickname: 'Robin', listId, minutes: 10 });
});
afterAll(async () => {
  const superadmin = await signInSuperadmin();
  for (const id of categoryIds) await superadmin.call(game.deleteCategory, { params: { id } });
});

/** Hands a browser over, which signs the member out there, and signs in again here. */
async function handOver(): Promise<OpenedPage> {
  const opened = await openHandedOver(member, [nestId]);
  const { user, password } = member;
  member = await signInSuperadmin({ url: site, superadmin: { email: user.email, password } });
  return opened;
}

async function change(changes: (rule: catalog.NestRule) => Partial<catalog.NestRule>): Promise<void> {
  const params = { id: nestId };
  const { rule, version } = (await member.call(catalog.getNestRule, { params })).data;
  if (!rule) throw new Error('the nest has no rule');
  await member.call(catalog.putNestRule, { params, body: { version, rule: { ...rule, ...changes(rule) } } });
}

/** Makes a call from the page with the token of its nest, and returns the status. */
async function statusOf(page: Page, path: string): Promise<number> {
  return page.evaluate(async (address) => {
    const { accessToken } = JSON.parse(localStorage.getItem('nest.session') ?? '{}') as {
      accessToken: string;
    };
    const answer = await fetch(address, { headers: { authorization: `Bearer ${accessToken}` } });
    return answer.status;
  }, path);
}

const ITEMS = `${game.dealItems.path}?letters=${LETTERS.join(',')}`;
const board = (page: Page) => page.getByRole('grid', { name: 'Memory cards' });
const addressesOf = (page: Page) =>
  page.getByRole('link').evaluateAll((links) => links.map((link) => link.getAttribute('href')));

it('the game is in a nest while its rule says so, and leads nowhere else', async () => {
  const { page, trouble, close } = await handOver();
  await page.getByRole('link', { name: INSIDE, exact: true }).waitFor();
  expect(await page.getByRole('link', { name: 'The game' }).count()).toBe(0);
  expect([await statusOf(page, ITEMS), await statusOf(page, game.listCategories.path)]).toEqual([403, 403]);
  await page.goto('/nest/game');
  await page.getByRole('heading', { level: 1, name: 'Not here' }).waitFor();

  await change(({ game: before }) => ({
    game: { ...before, isOn: true, letters: [...LETTERS], largest: '2x2' },
  }));
  await page.goto('/nest');
  await page.getByRole('link', { name: 'The game' }).click();
  await board(page).waitFor();
  expect(await addressesOf(page)).toEqual(['/nest']);
  await page.reload();
  await board(page).waitFor();
  expect(await statusOf(page, ITEMS)).toBe(200);
  expect(await statusOf(page, '/api/game/words')).toBe(401);

  await change(({ game: before }) => ({ game: { ...before, isOn: false } }));
  await expect.poll(() => statusOf(page, ITEMS), { timeout: 5000 }).toBe(403);
  await page.getByRole('heading', { level: 1, name: 'Not here' }).waitFor({ timeout: 20_000 });
  expect(trouble.foreignRequests).toEqual([]);
  expect(trouble.errors.filter((error) => !/40[13]/.test(error))).toEqual([]);
  await close();
});

it('search in a nest finds its own songs only, while its rule says so', async () => {
  const { page, close } = await handOver();
  await page.getByRole('link', { name: INSIDE, exact: true }).waitFor();
  const path = `${catalog.searchNest.path}?q=lullaby`;
  expect(await statusOf(page, path)).toBe(403);
  await change(() => ({ allowsSearch: true }));
  await page.goto('/nest');
  await page.getByRole('link', { name: 'Search' }).click();
  const field = page.getByRole('searchbox');
  await field.fill(`lullaby ${mark}`);
  await page.getByRole('link', { name: INSIDE, exact: true }).waitFor();
  await field.fill(`geese ${mark}`);
  await page.getByText('Your nest has no song like that.').waitFor();
  expect(await page.content()).not.toContain(OUTSIDE);
  for (const other of ['/api/videos?q=lullaby', '/api/tags', '/api/videos/suggestions?q=lul'])
    expect([other, await statusOf(page, other)]).toEqual([other, 401]);
  await field.fill(`ducks ${mark}`);
  await page.getByRole('link', { name: INSIDE, exact: true }).click();
  await page.getByRole('heading', { level: 1, name: INSIDE }).waitFor();
  await change(() => ({ allowsSearch: false }));
  expect(await statusOf(page, path)).toBe(403);
  await page.goto('/nest/search?q=lullaby');
  await page.getByRole('heading', { level: 1, name: 'Not here' }).waitFor();
  await close();
});

it('the game ends with the minutes of the day, if it counts', async () => {
  await change(({ game: before, time }) => ({
    game: { ...before, isOn: true, letters: [...LETTERS] },
    time: { ...time, minutes: Array.from({ length: 7 }, () => 1), countsGame: true },
  }));
  const { page, close } = await handOver();
  await page.getByRole('link', { name: 'The game' }).click();
  await board(page).waitFor();
  await page.getByRole('button', { name: 'Who sees my minutes?' }).waitFor();
  const touch = setInterval(() => void page.keyboard.press('Shift').catch(() => {}), 5000);
  await page.getByRole('heading', { level: 1, name: 'Good night, Robin' }).waitFor({ timeout: 100_000 });
  clearInterval(touch);
  const { days } = (await member.call(catalog.listNestMinutes, { params: { id: nestId }, query: { nestId } }))
    .data;
  expect(days[0]?.seconds).toBeGreaterThan(55);
  expect(days[0]?.seconds).toBeLessThan(76);
  await close();
});
