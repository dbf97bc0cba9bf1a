import { catalog } from '@larksong/contracts';
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { queryClient } from '../../api/query-client.ts';
import { MIRA, tokensOf } from '../../testing/accounts.ts';
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

async function open(): Promise<void> {
  renderSite(`/lists/${list.id}`);
  act(() => signIn({ ...tokensOf(MIRA), user: MIRA }));
  await screen.findByRole('heading', { level: 1 });
}

const titles = () => screen.queryAllByRole('listitem').flatMap((row) => row.querySelector('strong') ?? []);
const shown = () => titles().map(({ textContent }) => textContent);
const stored = () => list.songs.map(({ title }) => title);
const findSongs = () => screen.findByText('Ducks');
const press = async (name: string) => await user.click(await screen.findByRole('button', { name }));

describe('the order of a list', () => {
  test('buttons move a song by one place, keep the focus, and do nothing at the ends', async () => {
    await open();
    await findSongs();
    await press('Move Ducks up');
    expect(shown()).toEqual(['Lark', 'Ducks', 'Farm']);
    await waitFor(() => expect(stored()).toEqual(['Lark', 'Ducks', 'Farm']));
    await press('Move Ducks up');
    await waitFor(() => expect(stored()).toEqual(['Ducks', 'Lark', 'Farm']));
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Move Ducks up');
    await press('Move Ducks up');
    expect(site.bodies(catalog.moveSong)).toEqual([{ after: list.songs[1]?.id }, { after: null }]);
  });

  test('the keyboard lifts a song, moves it and puts it down, and says each place', async () => {
    await open();
    await findSongs();
    screen.getByRole('button', { name: 'Move Ducks, now 3 of 3' }).focus();
    await user.keyboard(' ');
    expect(screen.getByText('Ducks, lifted, 3 of 3')).toBeTruthy();
    await user.keyboard('{ArrowUp}');
    expect(screen.getByText('Ducks, 2 of 3')).toBeTruthy();
    await user.keyboard('{Home}');
    expect(screen.getByText('Ducks, 1 of 3')).toBeTruthy();
    expect(site.count(catalog.moveSong)).toBe(0);
    await user.keyboard(' ');
    expect(screen.getByText('Ducks, put down, 1 of 3')).toBeTruthy();
    expect(shown()).toEqual(['Ducks', 'Lark', 'Farm']);
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Move Ducks, now 1 of 3');
    await waitFor(() => expect(stored()).toEqual(['Ducks', 'Lark', 'Farm']));
  });

  test('Escape puts a lifted song back', async () => {
    await open();
    await findSongs();
    screen.getByRole('button', { name: 'Move Lark, now 1 of 3' }).focus();
    await user.keyboard(' {ArrowDown}{ArrowDown}{ArrowDown}{Escape}');
    expect(screen.getByText('Lark, put back, 1 of 3')).toBeTruthy();
    expect(shown()).toEqual(['Lark', 'Farm', 'Ducks']);
    expect(site.count(catalog.moveSong)).toBe(0);
    await user.keyboard('{ArrowDown}');
    expect(screen.queryByText('Lark, 2 of 3')).toBeNull();
  });

  test('a step that the server refuses is taken back, with a sentence', async () => {
    site.on(catalog.moveSong, () => failure('MAINTENANCE', 'This site is under maintenance.'));
    await open();
    await findSongs();
    await press('Move Ducks up');
    expect(
      await screen.findByText('Your last step was not kept. This site is under maintenance.'),
    ).toBeTruthy();
    expect(shown()).toEqual(['Lark', 'Farm', 'Ducks']);
  });

  test('steps are sent one after the other, in the order of the presses', async () => {
    const first = Promise.withResolvers<void>();
    site.on(catalog.moveSong, async () => {
      await first.promise;
      return { version: list.version + site.count(catalog.moveSong) };
    });
    await open();
    await findSongs();
    await press('Move Ducks up');
    await press('Move Ducks up');
    expect(shown()).toEqual(['Ducks', 'Lark', 'Farm']);
    await waitFor(() => expect(site.count(catalog.moveSong)).toBe(1));
    list.songs = [list.songs[2]!, list.songs[0]!, list.songs[1]!];
    first.resolve();
    await waitFor(() => expect(site.count(catalog.moveSong)).toBe(2));
    expect(site.bodies(catalog.moveSong)[1]).toEqual({ after: null });
  });

  test('what somebody else changed is shown, and said', async () => {
    await open();
    await findSongs();
    expect(screen.queryByText(/changed elsewhere/)).toBeNull();
    list.songs = list.songs.toReversed();
    list.version += 1;
    await act(() => queryClient.refetchQueries());
    expect(await screen.findByText(/This list was changed elsewhere/)).toBeTruthy();
    expect(shown()).toEqual(['Ducks', 'Farm', 'Lark']);
    await press('Move Lark up');
    await waitFor(() => expect(site.count(catalog.moveSong)).toBe(1));
    await waitFor(() => expect(screen.queryByText(/changed elsewhere/)).toBeNull());
  });

  test('a change by somebody else between two own steps is found by the version', async () => {
    await open();
    await findSongs();
    list.version += 1;
    await press('Move Ducks up');
    expect(await screen.findByText(/This list was changed elsewhere/)).toBeTruthy();
  });

  test('a pointer drags a song by its grip, and a press on the grip alone moves nothing', async () => {
    await open();
    await findSongs();
    layOut();
    const grip = screen.getByRole('button', { name: 'Move Lark, now 1 of 3' });
    const at = (clientY: number) => ({ pointerId: 1, isPrimary: true, button: 0, clientY });
    fireEvent.pointerDown(grip, at(40));
    fireEvent.pointerUp(grip, at(42));
    expect(screen.queryByText(/lifted/)).toBeNull();
    fireEvent.pointerDown(grip, at(40));
    fireEvent.pointerMove(grip, at(150));
    expect(screen.getByText('Lark, 2 of 3')).toBeTruthy();
    fireEvent.pointerMove(grip, at(260));
    expect(screen.getByText('Lark, 3 of 3')).toBeTruthy();
    fireEvent.pointerUp(grip, at(260));
    expect(shown()).toEqual(['Farm', 'Ducks', 'Lark']);
    await waitFor(() => expect(stored()).toEqual(['Farm', 'Ducks', 'Lark']));
  });

  test('a drag that the browser takes away puts the song back', async () => {
    await open();
    await findSongs();
    layOut();
    const grip = screen.getByRole('button', { name: 'Move Lark, now 1 of 3' });
    const at = (clientY: number) => ({ pointerId: 1, isPrimary: true, button: 0, clientY });
    fireEvent.pointerDown(grip, at(40));
    fireEvent.pointerMove(grip, at(260));
    fireEvent.pointerCancel(grip, at(260));
    expect(screen.getByText('Lark, put back, 1 of 3')).toBeTruthy();
    expect(site.count(catalog.moveSong)).toBe(0);
  });
});

/** Rows of 80 px with 20 px between them, which the test browser does not lay out. */
function layOut(): void {
  for (const [index, row] of screen.getAllByRole('listitem').entries())
    Object.defineProperties(row, { offsetTop: { value: index * 100 }, offsetHeight: { value: 80 } });
}
