import { catalog, type Data } from '@larksong/contracts';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';

import { MIRA, tokensOf } from '../../testing/accounts.ts';
import { failure } from '../../testing/answers.ts';
import { renderSite } from '../../testing/render.tsx';
import { startSite, type TestSite } from '../../testing/site.ts';
import { answerLists, songList } from '../../testing/song-lists.ts';
import { video } from '../../testing/videos.ts';
import { signIn, signOut } from '../auth/session.ts';

const user = userEvent.setup();
let site: TestSite;
let known: Data<typeof catalog.listSuggestions>;
const ducks = video({ title: 'Ducks' });
const SONG: catalog.Suggestion = {
  id: '0198f3c2-7a1e-7d40-b1c9-00000000f001',
  at: '2026-11-30T10:00:00.000Z',
  state: 'waiting',
  video: { id: ducks.id, title: 'Ducks', thumbnail: null },
  title: '',
  by: 'Ruth',
  isOwn: false,
};
const TITLE: catalog.Suggestion = {
  ...SONG,
  id: '0198f3c2-7a1e-7d40-b1c9-00000000f002',
  video: null,
  title: 'The <b>wheels</b>',
  by: '',
};

beforeEach(async () => {
  site = await startSite();
  const list = songList({ name: 'Morning' });
  answerLists(site, { lists: [list], deleted: [] });
  known = { isOpen: true, mayDecide: true, suggestions: [SONG, TITLE] };
  site.on(catalog.listSuggestions, () => known);
  renderSite(`/lists/${list.id}`);
  act(() => signIn({ ...tokensOf(MIRA), user: MIRA }));
});
afterEach(async () => {
  await act(() => signOut());
  cleanup();
  await site[Symbol.asyncDispose]();
});

const findPanel = async () => within(await screen.findByRole('region', { name: 'Suggestions' }));

test('the owner opens a list, and takes a suggestion or does not, with one press each', async () => {
  site.on(catalog.openSuggestions, ({ body }) => {
    known = { ...known, isOpen: body.isOpen };
    return body;
  });
  site.on(catalog.decideSuggestion, ({ params }) => {
    known = { ...known, suggestions: known.suggestions.filter(({ id }) => id !== params.suggestionId) };
    return { version: 2 };
  });
  const panel = await findPanel();
  const tick = panel.getByRole<HTMLInputElement>('checkbox', { name: 'Others may suggest songs' });
  expect(tick.checked).toBe(true);
  expect(panel.getByText('Ruth')).toBeTruthy();
  expect(panel.getByText('The <b>wheels</b>').getAttribute('dir')).toBe('auto');
  await user.click(panel.getByRole('button', { name: 'Take it: Ducks' }));
  await waitFor(() => expect(panel.queryByText('Ducks')).toBeNull());
  await user.click(panel.getByRole('button', { name: 'No, thank you: The <b>wheels</b>' }));
  expect(await panel.findByText('Nothing is waiting.')).toBeTruthy();
  expect(site.bodies(catalog.decideSuggestion)).toEqual([{ decision: 'take' }, { decision: 'decline' }]);
  await user.click(tick);
  await waitFor(() => expect(site.bodies(catalog.openSuggestions)).toEqual([{ isOpen: false }]));
});

test('a refused decision says why', async () => {
  site.on(catalog.decideSuggestion, () => failure('CONFLICT'));
  const panel = await findPanel();
  await user.click(panel.getByRole('button', { name: 'Take it: Ducks' }));
  expect(await panel.findByText(/Someone else has changed this/)).toBeTruthy();
});

test('a member finds a song and suggests it with one press, or what they have written', async () => {
  known = { isOpen: true, mayDecide: false, suggestions: [{ ...SONG, state: 'taken', isOwn: true, by: '' }] };
  site.on(catalog.listVideos, () => ({ videos: [ducks], nextCursor: null }));
  site.on(catalog.suggestSong, ({ body }) => ({ isNew: body.title === undefined }));
  const panel = await findPanel();
  expect(panel.getByText('Taken')).toBeTruthy();
  await user.click(panel.getByRole('button', { name: 'Suggest a song' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Suggest a song' }));
  await user.type(dialog.getByRole('searchbox', { name: 'Song or title' }), 'Wheels{Enter}');
  await user.click(await dialog.findByRole('button', { name: /^Ducks/ }));
  expect(await dialog.findByText('Thank you. The owner of the list decides about it.')).toBeTruthy();
  await user.click(dialog.getByRole('button', { name: /^Suggest “\s*Wheels/ }));
  expect(await dialog.findByText('Somebody has already suggested this. It is waiting.')).toBeTruthy();
  expect(site.bodies(catalog.suggestSong)).toEqual([{ videoId: ducks.id }, { title: 'Wheels' }]);
});

test.each(['LIST_NOT_FOUND', 'LINK_NOT_OPEN'] as const)(
  'whoever suggests something for a list that was deleted meanwhile is told so (%s)',
  async (code) => {
    known = { isOpen: true, mayDecide: false, suggestions: [] };
    site.on(catalog.listVideos, () => ({ videos: [], nextCursor: null }));
    site.on(catalog.suggestSong, () => failure(code));
    const panel = await findPanel();
    await user.click(panel.getByRole('button', { name: 'Suggest a song' }));
    const dialog = within(screen.getByRole('dialog', { name: 'Suggest a song' }));
    await user.type(dialog.getByRole('searchbox', { name: 'Song or title' }), 'Wheels');
    await user.click(dialog.getByRole('button', { name: /^Suggest “\s*Wheels/ }));
    expect((await dialog.findByRole('alert')).textContent).toBe('This list is no longer there.');
  },
);

test('nothing is offered where nothing can be suggested', async () => {
  known = { isOpen: false, mayDecide: false, suggestions: [] };
  await waitFor(() => expect(site.count(catalog.listSuggestions)).toBeGreaterThan(0));
  await screen.findByRole('link', { name: 'Play all' });
  expect(screen.queryByRole('region', { name: 'Suggestions' })).toBeNull();
});
