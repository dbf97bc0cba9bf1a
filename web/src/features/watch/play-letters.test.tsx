import { catalog, game } from '@larksong/contracts';
import { act, cleanup, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';

import { failure } from '../../testing/answers.ts';
import { renderSite } from '../../testing/render.tsx';
import { at, startSite, type TestSite } from '../../testing/site.ts';
import { video } from '../../testing/videos.ts';
import { savePreferences } from '../memory-game/preferences/preferences.ts';

const user = userEvent.setup();
let site: TestSite;

beforeEach(async () => {
  site = await startSite();
  const pairs = { A: 2, B: 0, C: 1, D: 4, Ж: 3 };
  site.on(game.listCategories, () => ({
    categories: Object.entries(pairs).map(([letter, pairCount]) => ({
      id: letter,
      letter,
      itemCount: pairCount * 2,
      pairCount,
    })),
    grids: ['2x2' as const],
  }));
});

afterEach(async () => {
  cleanup();
  localStorage.clear();
  await site[Symbol.asyncDispose]();
});

/** Opens a video with these letters; without them, as older versions of catalog answer. */
async function watch(letters?: string[]) {
  const open = { ...video({ title: 'Five Ducks' }), ...(letters && { letters }) };
  site.on(catalog.listVideos, () => ({ videos: [], nextCursor: null }));
  site.on(at(catalog.getVideo, { id: open.id }), () => ({ video: open }));
  const page = renderSite(`/songs?v=${open.id}`);
  await screen.findByText('olive');
  return page;
}

const findCards = async () =>
  within(await screen.findByRole('list', { name: 'Play the letters of this song' })).getAllByRole('link');
const toLinks = (links: HTMLElement[]) =>
  links.map((link) => [link.getAttribute('aria-label'), link.getAttribute('href')]);
const queryCards = () => screen.queryByRole('list', { name: 'Play the letters of this song' });

test('a card of the letter of a song leads to its board', async () => {
  const { address } = await watch(['D']);
  await screen.findByRole('link', { name: 'Play the letter D' });
  const cards = await findCards();
  expect(toLinks(cards)).toEqual([['Play the letter D', '/?letters=D']]);
  site.on(game.dealItems, () => ({ items: [] }));
  await user.click(cards[0]!);
  await expect.poll(address).toBe('/?letters=D');
  await expect.poll(() => site.calls(game.dealItems)[0]?.query.letters).toBe('D');
});

test('a song with up to three letters leads to the board of all, and of each that the game can deal', async () => {
  await watch(['A', 'B', 'C', 'Z', 'Ж']);
  await screen.findByRole('link', { name: 'Play the letter C' });
  expect(toLinks(await findCards())).toEqual([
    ['Play the letters A, C and Ж', '/?letters=A,C,%D0%96'],
    ['Play the letter A', '/?letters=A'],
    ['Play the letter C', '/?letters=C'],
    ['Play the letter Ж', '/?letters=%D0%96'],
  ]);
});

test('a song with many letters leads to the board of three that were not won, and once all were, of the first three', async () => {
  const findBoard = () => screen.findByRole('link', { name: /^Play the letters/ });
  localStorage.setItem('memory-game', JSON.stringify({ won: { A: ['apple'] } }));
  await watch(['A', 'B', 'C', 'D', 'Ж']);
  expect(toLinks([await findBoard()])).toEqual([['Play the letters C, D and Ж', '/?letters=C,D,%D0%96']]);
  act(() => savePreferences({ won: { A: [], C: [], D: [], Ж: [] } }));
  expect(toLinks([await findBoard()])).toEqual([['Play the letters A, C and D', '/?letters=A,C,D']]);
});

test.each([
  ['no letters', [], 0],
  ['no letters of an older catalog', undefined, 0],
  ['only letters without a pair', ['B', 'Z'], 1],
])('a song with %s shows no cards', async (_, letters, calls) => {
  await watch(letters);
  await expect.poll(queryCards).toBeNull();
  expect(site.count(game.listCategories)).toBe(calls);
});

test('a song whose letters cannot be checked shows no cards', async () => {
  site.on(game.listCategories, () => failure('TOO_MANY_REQUESTS', 'Too many requests.'));
  await watch(['D']);
  await expect.poll(queryCards).toBeNull();
  expect(screen.queryByText('Too many requests.')).toBeNull();
});
