import { catalog } from '@larksong/contracts';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { MIRA, tokensOf } from '../../../testing/accounts.ts';
import { failure } from '../../../testing/answers.ts';
import { renderSite } from '../../../testing/render.tsx';
import { startSite, type TestSite } from '../../../testing/site.ts';
import { answerLists, songList, type Shelf } from '../../../testing/song-lists.ts';
import { video } from '../../../testing/videos.ts';
import { signIn, signOut } from '../../auth/session.ts';

const user = userEvent.setup();
let site: TestSite;
let shelf: Shelf;
let songs: catalog.Video[];

beforeEach(async () => {
  site = await startSite();
  songs = ['Bees', 'Ducks', 'Rain'].map((title) => video({ title }));
  shelf = {
    lists: [
      songList({ name: 'In the car', songs: songs.slice(0, 2) }),
      songList({ name: 'Before bed', songs: [] }),
      songList({ name: 'Of the site', owner: 'site' }),
    ],
    deleted: [],
  };
  site.on(catalog.listVideos, () => ({ videos: songs, nextCursor: null }));
  answerLists(site, shelf);
});

afterEach(async () => {
  await act(() => signOut());
  cleanup();
  await site[Symbol.asyncDispose]();
});

async function open(path = '/songs'): Promise<void> {
  renderSite(path);
  act(() => signIn({ ...tokensOf(MIRA), user: MIRA }));
  await screen.findByRole('button', { name: 'More about Bees' });
}

async function choose(song: string, action: string): Promise<void> {
  await user.click(screen.getByRole('button', { name: `More about ${song}` }));
  await user.click(await screen.findByRole('menuitem', { name: action }));
}

const idsIn = (name: string) =>
  shelf.lists.find((list) => list.name === name)?.songs.map(({ id }) => id) ?? [];

describe('adding a song to lists', () => {
  test('visitors have no menu on the songs', async () => {
    renderSite('/songs');
    await screen.findByRole('heading', { name: 'Bees' });
    expect(screen.queryByRole('button', { name: 'More about Bees' })).toBeNull();
  });

  test('the menu of a song has the focus on its first item, and arrow keys go through it', async () => {
    await open();
    await user.click(screen.getByRole('button', { name: 'More about Bees' }));
    const [first, second] = await screen.findAllByRole('menuitem');
    expect(document.activeElement).toBe(first);
    await user.keyboard('{ArrowDown}');
    expect(document.activeElement).toBe(second);
  });

  test('the ticks show the lists that have the song; a new tick adds it, and Undo takes it off', async () => {
    await open();
    await choose('Bees', 'Add to a list');
    const dialog = within(await screen.findByRole('dialog', { name: 'Add to a list' }));
    const inTheCar = await dialog.findByRole<HTMLInputElement>('checkbox', { name: /^In the car/ });
    expect(inTheCar.checked).toBe(true);
    expect(dialog.queryByRole('checkbox', { name: /^Of the site/ })).toBeNull();
    await user.click(dialog.getByRole('checkbox', { name: /^Before bed/ }));
    expect(site.count(catalog.addSongs)).toBe(0);
    await user.click(dialog.getByRole('button', { name: 'Done' }));
    expect(await screen.findByText('Added to Before bed')).toBeTruthy();
    expect(idsIn('Before bed')).toEqual([songs[0]?.id]);
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    expect(await screen.findByText('Undone.')).toBeTruthy();
    expect(idsIn('Before bed')).toEqual([]);
    expect(idsIn('In the car')).toHaveLength(2);
  });

  test('a tick that is removed takes the song off, and Undo puts it back in its place', async () => {
    await open();
    await choose('Bees', 'Add to a list');
    await user.click(await screen.findByRole('checkbox', { name: /^In the car/ }));
    await user.click(screen.getByRole('button', { name: 'Done' }));
    expect(await screen.findByText('Taken off In the car')).toBeTruthy();
    expect(idsIn('In the car')).toEqual([songs[1]?.id]);
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    await screen.findByText('Undone.');
    expect(idsIn('In the car')).toEqual([songs[0]?.id, songs[1]?.id]);
  });

  test('a new list is made with the song in it', async () => {
    await open();
    await choose('Rain', 'Add to a list');
    await user.click(await screen.findByRole('button', { name: 'New list' }));
    await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'Rainy days{Enter}');
    expect(await screen.findByText('Added to Rainy days')).toBeTruthy();
    expect(idsIn('Rainy days')).toEqual([songs[2]?.id]);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  test('somebody without a list is asked for the name of the first one at once', async () => {
    shelf.lists = [];
    await open();
    await choose('Rain', 'Add to a list');
    expect(await screen.findByRole('dialog', { name: 'New list' })).toBeTruthy();
  });

  test('a list that is full says so, and the dialog stays open', async () => {
    site.on(catalog.addSongs, () => failure('CONFLICT', 'This list has 200 songs already.'));
    await open();
    await choose('Rain', 'Add to a list');
    await user.click(await screen.findByRole('checkbox', { name: /^Before bed/ }));
    await user.click(screen.getByRole('button', { name: 'Done' }));
    expect(await screen.findByText('This list has 200 songs already.')).toBeTruthy();
    expect(screen.queryByText('Added to Before bed')).toBeNull();
  });

  test('the link of a song is copied from its menu', async () => {
    await open();
    await choose('Bees', 'Copy link');
    expect(await screen.findByText('Link copied.')).toBeTruthy();
    expect(await navigator.clipboard.readText()).toContain(`/songs?v=${songs[0]?.id}`);
  });

  test('the page of a song adds it, and asks visitors to sign in', async () => {
    site.on(catalog.getVideo, () => ({ video: songs[0]! }));
    renderSite(`/songs?v=${songs[0]?.id}`);
    await user.click(await screen.findByRole('button', { name: 'Add to a list' }));
    expect(await screen.findByText('Sign in to make lists.')).toBeTruthy();
  });
});

describe('selecting songs', () => {
  test('many songs are added to a list at once; those in it already stay, also after Undo', async () => {
    await open();
    await choose('Rain', 'Select several');
    const rain = await screen.findByRole<HTMLInputElement>('checkbox', { name: 'Select Rain' });
    expect(rain.checked).toBe(true);
    expect(document.activeElement).toBe(rain);
    expect(screen.queryByRole('button', { name: 'More about Bees' })).toBeNull();
    await user.click(screen.getByRole('checkbox', { name: 'Select Bees' }));
    const bar = within(await screen.findByRole('region', { name: 'Selected songs' }));
    expect(bar.getByText('2 songs selected')).toBeTruthy();
    await user.click(bar.getByRole('button', { name: 'Add to a list' }));
    await user.click(await screen.findByRole('checkbox', { name: /^In the car/ }));
    await user.click(screen.getByRole('button', { name: 'Done' }));
    expect(await screen.findByText('Added to In the car')).toBeTruthy();
    expect(idsIn('In the car')).toEqual([songs[0], songs[1], songs[2]].map((song) => song?.id));
    await waitFor(() => expect(screen.queryByRole('checkbox')).toBeNull());
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    await screen.findByText('Undone.');
    expect(idsIn('In the car')).toEqual([songs[0]?.id, songs[1]?.id]);
  });

  test('the keyboard alone: Space ticks, Enter opens the lists, Escape ends', async () => {
    await open();
    await choose('Bees', 'Select several');
    await screen.findByRole('region', { name: 'Selected songs' });
    await user.keyboard('{Tab} {Tab} ');
    expect(screen.getByText('3 songs selected')).toBeTruthy();
    await user.keyboard('{Enter}');
    await user.click(await screen.findByRole('button', { name: 'New list' }));
    await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'All{Enter}');
    await screen.findByText('Added to All');
    expect(idsIn('All')).toHaveLength(3);
    await choose('Bees', 'Select several');
    await screen.findByRole('region', { name: 'Selected songs' });
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('checkbox', { name: 'Select Bees' })).toBeNull();
  });
});
