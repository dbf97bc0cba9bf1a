import { catalog } from '@larksong/contracts';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { MIRA, OLIVE, tokensOf } from '../../testing/accounts.ts';
import { failure } from '../../testing/answers.ts';
import { renderSite } from '../../testing/render.tsx';
import { startSite, type TestSite } from '../../testing/site.ts';
import { answerLists, songList, type Shelf } from '../../testing/song-lists.ts';
import { signIn, signOut } from '../auth/session.ts';

const user = userEvent.setup();
let site: TestSite;
let shelf: Shelf;

beforeEach(async () => {
  site = await startSite();
  shelf = { lists: [], deleted: [] };
  answerLists(site, shelf);
});

afterEach(async () => {
  await act(() => signOut());
  cleanup();
  await site[Symbol.asyncDispose]();
});

function open(viewer: typeof MIRA | null = MIRA) {
  const page = renderSite('/lists');
  if (viewer) act(() => signIn({ ...tokensOf(viewer), user: viewer }));
  return page;
}

const namesIn = (group: HTMLElement) =>
  within(group)
    .getAllByRole('heading', { level: 3 })
    .map(({ textContent }) => textContent);

async function choose(list: string, action: string): Promise<void> {
  await user.click(await screen.findByRole('button', { name: `More about ${list}` }));
  await user.click(screen.getByRole('menuitem', { name: action }));
}

describe('the lists', () => {
  test('a member sees own lists and those of the site, each with its songs, its length and a way to play it', async () => {
    shelf.lists = [
      songList({ name: 'In the car', songCount: 9, durationSeconds: 21 * 60 }),
      songList({ name: 'A long day', songCount: 30, durationSeconds: 65 * 60 }),
      songList({ name: 'Nothing yet', songs: [] }),
      songList({ name: 'Rain', owner: 'site', songCount: 1, durationSeconds: 12 }),
    ];
    open();
    const own = await screen.findByRole('region', { name: 'My lists' });
    expect(namesIn(own)).toEqual(['In the car', 'A long day', 'Nothing yet']);
    expect(within(own).getByText('9 songs · 21 min')).toBeTruthy();
    expect(within(own).getByText('30 songs · 1 h 5 min')).toBeTruthy();
    expect(within(own).getByText('No songs yet')).toBeTruthy();
    expect(within(own).getByText('3 lists')).toBeTruthy();
    const play = within(own).getByRole('link', { name: 'Play In the car' });
    expect(play.getAttribute('href')).toBe(`/lists/${shelf.lists[0]?.id}/play`);
    expect(within(own).queryByRole('link', { name: 'Play Nothing yet' })).toBeNull();
    expect(within(own).getByRole('link', { name: 'In the car' }).getAttribute('href')).toBe(
      `/lists/${shelf.lists[0]?.id}`,
    );
    const others = screen.getByRole('region', { name: 'From Larksong' });
    expect(within(others).getByText('1 song · 1 min')).toBeTruthy();
  });

  test('a picture that is missing leaves its room to the others', async () => {
    shelf.lists = [songList({ covers: ['/a.webp', '/b.webp', '/c.webp'] })];
    const { container } = open();
    await screen.findByRole('region', { name: 'My lists' });
    const pictures = () => [...container.querySelectorAll('li img')].map((one) => one.getAttribute('src'));
    expect(pictures()).toEqual(['/a.webp', '/b.webp', '/c.webp']);
    act(() => void container.querySelector('img[src="/b.webp"]')?.dispatchEvent(new Event('error')));
    expect(pictures()).toEqual(['/a.webp', '/c.webp']);
  });

  test('a visitor sees the lists of the site and is asked to sign in for own ones', async () => {
    shelf.lists = [songList({ name: 'Rain', owner: 'site' })];
    open(null);
    expect(await screen.findByText('Sign in to make lists.')).toBeTruthy();
    expect(screen.getByText('The lists of Larksong are open to everybody.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'New list' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'More about Rain' })).toBeNull();
    expect(site.count(catalog.listDeletedLists)).toBe(0);
  });

  test('lists that could not be loaded can be loaded again', async () => {
    site.on(catalog.listSongLists, () => failure('TOO_MANY_REQUESTS', 'Too many requests.'));
    open();
    expect(await screen.findByRole('heading', { name: 'The lists could not be loaded' })).toBeTruthy();
    answerLists(site, shelf);
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('heading', { name: 'No lists yet' })).toBeTruthy();
  });

  test('the first list is made with a name, a sign and a hue, and opened', async () => {
    const page = open();
    await screen.findByRole('heading', { name: 'No lists yet' });
    await user.click(screen.getByRole('button', { name: 'New list' }));
    const dialog = within(screen.getByRole('dialog', { name: 'New list' }));
    await user.click(dialog.getByRole('button', { name: 'Make list' }));
    expect(dialog.getByText('Please give the list a name.')).toBeTruthy();
    expect(site.count(catalog.createSongList)).toBe(0);
    await user.type(dialog.getByRole('textbox', { name: 'Name' }), ' Rainy days ');
    await user.click(dialog.getByRole('radio', { name: 'Rain' }));
    await user.click(dialog.getByRole('radio', { name: 'Green' }));
    await user.click(dialog.getByRole('button', { name: 'Make list' }));
    await waitFor(() => expect(page.address()).toBe(`/lists/${shelf.lists[0]?.id}`));
    expect(site.bodies(catalog.createSongList)).toEqual([
      { name: 'Rainy days', description: '', sign: 'rain', hue: 'leaf' },
    ]);
  });

  test('the keyboard alone makes a list: arrows choose sign and hue, Enter in the name is enough', async () => {
    open();
    await user.click(await screen.findByRole('button', { name: 'New list' }));
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Name' }));
    await user.keyboard('Car{Tab}{ArrowRight}{ArrowRight}{Tab}{ArrowLeft}{Shift>}{Tab}{Tab}{/Shift}{Enter}');
    await waitFor(() => expect(site.count(catalog.createSongList)).toBe(1));
    expect(site.bodies(catalog.createSongList)[0]).toMatchObject({ name: 'Car', sign: 'car' });
    expect(site.bodies(catalog.createSongList)[0]?.hue).not.toBe('lake');
  });

  test('a refused name says why and keeps the dialog', async () => {
    site.on(catalog.createSongList, () => failure('CONFLICT', 'You have 200 lists already.'));
    open();
    await user.click(await screen.findByRole('button', { name: 'New list' }));
    await user.type(screen.getByRole('textbox', { name: 'Name' }), 'One more{Enter}');
    expect(await screen.findByText('You have 200 lists already.')).toBeTruthy();
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Name' }).value).toBe('One more');
  });

  test('a list is renamed from its menu', async () => {
    shelf.lists = [songList({ name: 'Old', description: 'About', sign: 'fish', hue: 'plum' })];
    open();
    await choose('Old', 'Name and sign');
    const name = screen.getByRole('textbox', { name: 'Name' });
    await user.clear(name);
    await user.type(name, 'New');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByRole('heading', { name: 'New' })).toBeTruthy();
    expect(site.bodies(catalog.updateSongList)).toEqual([
      { name: 'New', description: 'About', sign: 'fish', hue: 'plum' },
    ]);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('a deleted list comes back by Undo', async () => {
    shelf.lists = [songList({ name: 'Rainy days' })];
    open();
    await choose('Rainy days', 'Delete');
    expect(await screen.findByText('“Rainy days” deleted')).toBeTruthy();
    expect(await screen.findByRole('heading', { name: 'No lists yet' })).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    expect(await screen.findByText('Undone.')).toBeTruthy();
    expect(await screen.findByRole('heading', { name: 'Rainy days' })).toBeTruthy();
  });

  test('a deleted list can be restored for days, and says until when', async () => {
    shelf.deleted = [songList({ name: 'Rainy days' })];
    open();
    await user.click(await screen.findByText('Deleted (1)'));
    expect(screen.getByText('Can be restored until 7 December 2026')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Restore Rainy days' }));
    const own = await screen.findByRole('region', { name: 'My lists' });
    expect(namesIn(own)).toEqual(['Rainy days']);
    await waitFor(() => expect(screen.queryByText('Deleted (1)')).toBeNull());
  });

  test('a deletion that failed says why and keeps the list', async () => {
    shelf.lists = [songList({ name: 'Rainy days' })];
    site.on(catalog.deleteSongList, () => failure('MAINTENANCE', 'This site is under maintenance.'));
    open();
    await choose('Rainy days', 'Delete');
    expect(await screen.findByText('This site is under maintenance.')).toBeTruthy();
    expect(screen.queryByText('“Rainy days” deleted')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'OK' }));
    expect(screen.getByRole('heading', { name: 'Rainy days' })).toBeTruthy();
  });

  test('a member copies a list of the site, and can do nothing else with it', async () => {
    shelf.lists = [songList({ name: 'Rain', owner: 'site' })];
    open();
    await user.click(await screen.findByRole('button', { name: 'More about Rain' }));
    expect(screen.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual([
      'Copy to my lists',
    ]);
    await user.click(screen.getByRole('menuitem'));
    expect(namesIn(await screen.findByRole('region', { name: 'My lists' }))).toEqual(['Rain']);
    expect(screen.getByText('“Rain” is in your lists')).toBeTruthy();
  });

  test('a superadmin orders the lists of the site', async () => {
    shelf.lists = ['One', 'Two', 'Three'].map((name) => songList({ name, owner: 'site' }));
    site.on(catalog.saveSiteListOrder, ({ body }) => {
      const at = (list: catalog.SongList) => body.listIds.indexOf(list.id);
      shelf.lists = shelf.lists.toSorted((one, other) => at(one) - at(other));
    });
    open(OLIVE);
    const group = await screen.findByRole('region', { name: 'From Larksong' });
    await screen.findByRole('button', { name: 'More about Three' });
    await choose('Three', 'Move earlier');
    await waitFor(() => expect(namesIn(group)).toEqual(['One', 'Three', 'Two']));
    await user.click(screen.getByRole('button', { name: 'More about One' }));
    expect(screen.queryByRole('menuitem', { name: 'Move earlier' })).toBeNull();
  });
});
