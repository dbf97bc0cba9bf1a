import { catalog, game } from '@larksong/contracts';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { MIRA, OLIVE, tokensOf } from '../../testing/accounts.ts';
import { failure } from '../../testing/answers.ts';
import { renderSite } from '../../testing/render.tsx';
import { startSite, type TestSite } from '../../testing/site.ts';
import { answerLists, songList, type Shelf } from '../../testing/song-lists.ts';
import { video } from '../../testing/videos.ts';
import { signIn, signOut } from '../auth/session.ts';

const user = userEvent.setup();
let site: TestSite;
let shelf: Shelf;
let list: catalog.SongList;

beforeEach(async () => {
  site = await startSite();
  list = songList({
    name: 'Morning circle',
    description: 'Hello song, farm.',
    songs: ['Lark', 'Farm', 'Ducks'].map((title) => video({ title })),
  });
  shelf = { lists: [list], deleted: [] };
  answerLists(site, shelf);
});

afterEach(async () => {
  await act(() => signOut());
  cleanup();
  await site[Symbol.asyncDispose]();
});

async function open(viewer: typeof MIRA | null = MIRA) {
  const page = renderSite(`/lists/${list.id}`);
  if (viewer) act(() => signIn({ ...tokensOf(viewer), user: viewer }));
  await screen.findByRole('heading', { level: 1 });
  return page;
}

const titles = () => screen.queryAllByRole('listitem').flatMap((row) => row.querySelector('strong') ?? []);
const shown = () => titles().map(({ textContent }) => textContent);
const stored = () => list.songs.map(({ title }) => title);
const findSongs = () => screen.findByText('Ducks');
const press = async (name: string) => await user.click(await screen.findByRole('button', { name }));

describe('a list', () => {
  test('its page shows what it is, its songs in order, and a way to play it from any of them', async () => {
    await open();
    await findSongs();
    expect(shown()).toEqual(['Lark', 'Farm', 'Ducks']);
    expect(screen.getByText('3 songs · 8 min · made by you')).toBeTruthy();
    expect(screen.getByText('Hello song, farm.')).toBeTruthy();
    expect(document.title).toBe('Morning circle · Larksong');
    expect(screen.getByRole('link', { name: 'Play all' }).getAttribute('href')).toBe(
      `/lists/${list.id}/play`,
    );
    expect(screen.getByRole('link', { name: /^Farm/ }).getAttribute('href')).toBe(
      `/lists/${list.id}/play?song=${list.songs[1]?.id}`,
    );
  });

  test('somebody who may not change it sees no handles and no ways to change it', async () => {
    list.owner = 'site';
    await open();
    await findSongs();
    expect(screen.getByText(/from Larksong/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: /Farm/ })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Add songs' })).toBeNull();
    expect(screen.queryByRole('heading', { name: 'Letters of the day' })).toBeNull();
  });

  test('an unknown list, a deleted one and an address without an id look the same', async () => {
    shelf.lists = [];
    await open();
    expect(await screen.findByRole('heading', { name: 'This list is not here' })).toBeTruthy();
    expect(screen.getByRole('link', { name: 'All lists' }).getAttribute('href')).toBe('/lists');
  });

  test('a list that could not be loaded can be loaded again', async () => {
    site.on(catalog.getSongList, () => failure('TOO_MANY_REQUESTS', 'Too many requests.'));
    await open();
    expect(await screen.findByRole('heading', { name: 'The list could not be loaded' })).toBeTruthy();
    answerLists(site, shelf);
    await press('Try again');
    await findSongs();
  });

  test('its owner is told how many songs are hidden, and nothing else about them', async () => {
    list.hiddenCount = 2;
    await open();
    expect(await screen.findByText(/2 more songs are in this list/)).toBeTruthy();
  });
});

describe('the songs of a list', () => {
  test('a song that was taken off comes back in its place by Undo', async () => {
    await open();
    await findSongs();
    const [, farm] = list.songs;
    await press('Take Farm off the list');
    expect(shown()).toEqual(['Lark', 'Ducks']);
    expect(await screen.findByText('“Farm” taken off the list')).toBeTruthy();
    expect(stored()).toEqual(['Lark', 'Ducks']);
    await press('Undo');
    expect(shown()).toEqual(['Lark', 'Farm', 'Ducks']);
    await waitFor(() =>
      expect(site.bodies(catalog.addSongs)).toEqual([{ videoIds: [farm?.id], after: list.songs[0]?.id }]),
    );
    expect(await screen.findByText('Undone.')).toBeTruthy();
  });

  test('an empty list invites its owner to add songs', async () => {
    list.songs = [];
    await open();
    expect(await screen.findByRole('heading', { name: 'Nothing in it yet' })).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'Play all' })).toBeNull();
    expect(screen.getAllByRole('button', { name: 'Add songs' })).toHaveLength(1);
  });

  test('many songs are found and added at once, but none twice', async () => {
    const [rain, train] = [video({ title: 'Rain' }), video({ title: 'Train, Rain' })];
    site.on(catalog.listVideos, ({ query }) => ({
      videos: query.q === 'rain' ? [rain, list.songs[0]!, train] : [list.songs[0]!],
      nextCursor: null,
    }));
    await open();
    await findSongs();
    await press('Add songs');
    const dialog = within(screen.getByRole('dialog', { name: 'Add songs' }));
    expect(dialog.getByRole('button', { name: 'Add songs' }).hasAttribute('disabled')).toBe(true);
    await user.type(dialog.getByRole('searchbox'), 'rain{Enter}');
    await user.click(await dialog.findByRole('checkbox', { name: /^Rain/ }));
    await user.click(dialog.getByRole('checkbox', { name: /^Train/ }));
    expect(dialog.getByRole('checkbox', { name: /^Lark.*already in the list/ })).toHaveProperty(
      'disabled',
      true,
    );
    await user.click(dialog.getByRole('button', { name: 'Add 2 songs' }));
    expect(await screen.findByText('2 songs added')).toBeTruthy();
    expect(site.bodies(catalog.addSongs)).toEqual([{ videoIds: [rain.id, train.id] }]);
    expect(screen.queryByText(/changed elsewhere/)).toBeNull();
    await waitFor(() => expect(shown()).toHaveLength(5));
    await press('Undo');
    await waitFor(() => expect(shown()).toEqual(['Lark', 'Farm', 'Ducks']));
  });

  test('a list that has room for fewer songs than were chosen says so before anything is sent', async () => {
    list.hiddenCount = catalog.MAX_LIST_SONGS - 4;
    site.on(catalog.listVideos, () => ({ videos: [video(), video()], nextCursor: null }));
    await open();
    await findSongs();
    await press('Add songs');
    const boxes = await screen.findAllByRole('checkbox');
    for (const box of boxes) await user.click(box);
    expect(screen.getByText('There is room for one more song in this list.')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Add 2 songs' }).hasAttribute('disabled')).toBe(true);
  });
});

describe('the letters of the day', () => {
  test('letters that the game does not have differ in their colours, too', async () => {
    list.letters = ['Ж', 'Щ'];
    await open();
    const tiles = await waitFor(() => ['Жж', 'Щщ'].map((letter) => screen.getByText(letter)));
    const [first, second] = tiles.map(({ style }) => style.getPropertyValue('--hue'));
    expect(first).toBeTruthy();
    expect(second).not.toBe(first);
  });

  test('they are chosen as in the settings of the game, and lead to it', async () => {
    site.on(game.listCategories, () => ({
      categories: ['A', 'B', 'C'].map((letter) => ({ id: letter, letter, itemCount: 4, pairCount: 2 })),
      grids: ['2x2' as const],
    }));
    await open();
    await findSongs();
    await press('Choose');
    const dialog = within(screen.getByRole('dialog', { name: 'Letters of the day' }));
    await user.click(dialog.getByRole('button', { name: 'C' }));
    await user.click(dialog.getByRole('button', { name: 'A' }));
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(list.letters).toEqual(['A', 'C']));
    const link = await screen.findByRole('link', { name: 'Play with these letters' });
    expect(link.getAttribute('href')).toBe('/?letters=A,C');
    expect(screen.getByText('Aa')).toBeTruthy();
  });
});

describe('offering a list', () => {
  test('a superadmin offers a copy to the whole site', async () => {
    site.on(catalog.offerSongList, () => {
      const copy = songList({ ...list, id: songList().id, owner: 'site' });
      shelf.lists.push(copy);
      return { list: copy };
    });
    await open(OLIVE);
    await findSongs();
    await press('Offer a copy');
    const link = await screen.findByRole('link', { name: 'the copy' });
    expect(link.getAttribute('href')).toBe(`/lists/${shelf.lists[1]?.id}`);
    await press('Undo');
    await waitFor(() => expect(shelf.lists).toHaveLength(1));
  });

  test('a member is not asked', async () => {
    await open();
    await findSongs();
    expect(screen.queryByText('Offer to the whole site')).toBeNull();
  });
});
