import { catalog } from '@larksong/contracts';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';

import { listKept } from '../../lib/kept-text.ts';
import { MIRA, TEO, tokensOf } from '../../testing/accounts.ts';
import { failure } from '../../testing/answers.ts';
import { renderSite } from '../../testing/render.tsx';
import { at, startSite, type TestSite } from '../../testing/site.ts';
import { video } from '../../testing/videos.ts';
import { signIn, signOut } from '../auth/session.ts';

const FLAG = catalog.flagVideo;
const user = userEvent.setup();
let site: TestSite;
let song: catalog.Video;

beforeEach(async () => {
  site = await startSite();
  song = video({ title: 'Wolf' });
  site.on(catalog.listVideos, () => ({ videos: [song], nextCursor: null }));
  site.on(at(catalog.getVideo, { id: song.id }), () => ({ video: song }));
  site.on(at(catalog.listRelatedVideos, { id: song.id }), () => ({ videos: [] }));
  site.on(FLAG, () => ({ isNew: true }));
});
afterEach(async () => {
  await act(() => signOut());
  sessionStorage.clear();
  cleanup();
  await site[Symbol.asyncDispose]();
});

async function openDialog() {
  await user.click(await screen.findByRole('button', { name: 'Tell a grown-up' }));
  return within(screen.getByRole('dialog', { name: 'What is wrong with this song?' }));
}

test('a visitor tells with two presses, by keyboard as well, and writes nothing', async () => {
  renderSite(`/songs?v=${song.id}`);
  const dialog = await openDialog();
  expect(dialog.queryByRole('textbox')).toBeNull();
  expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Send' }).disabled).toBe(true);
  act(() => dialog.getByRole('radio', { name: 'It is frightening' }).focus());
  await user.keyboard(' ');
  await user.tab();
  await user.tab();
  await user.keyboard('{Enter}');
  expect(await dialog.findByText('Thank you. A grown-up will look at it.')).toBeTruthy();
  expect(site.bodies(FLAG)).toEqual([{ kind: 'frightening' }]);
  await user.click(dialog.getAllByRole('button', { name: 'Close' })[1]!);
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('somebody who is signed in can write something, but not too much', async () => {
  renderSite(`/songs?v=${song.id}`);
  act(() => signIn({ ...tokensOf(MIRA), user: MIRA }));
  const dialog = await openDialog();
  await user.click(dialog.getByRole('radio', { name: 'Something else' }));
  const field = await dialog.findByRole('textbox', { name: /What should the grown-ups know/ });
  await user.click(field);
  await user.paste('👩‍👩‍👧'.repeat(301));
  expect(dialog.getByText('At most 300 characters, please.')).toBeTruthy();
  await user.clear(field);
  await user.paste('Too loud');
  await user.click(dialog.getByRole('button', { name: 'Send' }));
  await dialog.findByText(/^Thank you/);
  expect(site.bodies(FLAG)).toEqual([{ kind: 'other', text: 'Too loud' }]);
});

test('what has been told today is not told twice', async () => {
  site.on(FLAG, () => ({ isNew: false }));
  renderSite(`/songs?v=${song.id}`);
  const dialog = await openDialog();
  await user.click(dialog.getByRole('radio', { name: 'It does not play' }));
  await user.click(dialog.getByRole('button', { name: 'Send' }));
  expect(await dialog.findByText('You have already told us about this song today. Thank you!')).toBeTruthy();
});

test('what cannot be sent is kept, and sent again', async () => {
  site.on(FLAG, () => failure('TOO_MANY_REQUESTS')); // of all calls in a minute
  renderSite(`/songs?v=${song.id}`);
  act(() => signIn({ ...tokensOf(MIRA), user: MIRA }));
  let dialog = await openDialog();
  await user.click(dialog.getByRole('radio', { name: 'It does not play' }));
  await user.type(await dialog.findByRole('textbox'), 'Stops at 1:20');
  await user.click(dialog.getByRole('button', { name: 'Send' }));
  expect((await dialog.findByRole('alert')).textContent).toMatch(/What you chose is still here/);
  expect(dialog.getByRole('button', { name: 'Send again' })).toBeTruthy();
  await user.click(dialog.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  site.on(FLAG, () => ({ isNew: true }));
  dialog = await openDialog();
  expect(dialog.getByRole<HTMLInputElement>('radio', { name: 'It does not play' }).checked).toBe(true);
  await user.click(dialog.getByRole('button', { name: 'Send' }));
  await dialog.findByText(/^Thank you/);
  // The test browser plays nothing, as the player knows.
  const playerError = { what: 'unsupported' };
  expect(site.bodies(FLAG).at(-1)).toEqual({ kind: 'broken', text: 'Stops at 1:20', playerError });
  expect(listKept('flag ')).toEqual([]);
});

test.each([
  ['TOO_MANY_REQUESTS', { reason: 'flag.too-many' }, true],
  ['VIDEO_NOT_FOUND', {}, false],
] as const)('after %s %j, nothing is to be sent again now', async (code, reason, isKept) => {
  site.on(FLAG, () => failure(code, 'No more today.', reason));
  renderSite(`/songs?v=${song.id}`);
  const dialog = await openDialog();
  await user.click(dialog.getByRole('radio', { name: 'It does not play' }));
  await user.click(dialog.getByRole('button', { name: 'Send' }));
  const alert = await dialog.findByRole('alert');
  expect(alert.textContent?.includes('still here')).toBe(isKept);
  expect(listKept('flag ').length > 0).toBe(isKept);
  expect(dialog.queryByRole('button', { name: /^Send/ })).toBeNull();
  expect(dialog.getAllByRole('button', { name: 'Close' })).toHaveLength(2);
});

test('what is being written outlives Escape and a press outside, but is not given to the next account', async () => {
  localStorage.setItem(
    'flag',
    JSON.stringify({ videoId: song.id, kind: 'other', text: 'Of an earlier version' }),
  );
  renderSite(`/songs?v=${song.id}`);
  act(() => signIn({ ...tokensOf(MIRA), user: MIRA }));
  let dialog = await openDialog();
  await user.type(await dialog.findByRole('textbox'), 'Too loud');
  act(() => void screen.getByRole('dialog').dispatchEvent(new Event('cancel', { cancelable: true })));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  dialog = await openDialog();
  expect(dialog.getByRole<HTMLTextAreaElement>('textbox').value).toBe('Too loud');
  await user.click(dialog.getByRole('button', { name: 'Cancel' }));
  await act(() => signOut());
  act(() => signIn({ ...tokensOf(TEO), user: TEO }));
  dialog = await openDialog();
  expect((await dialog.findByRole<HTMLTextAreaElement>('textbox')).value).toBe('');
  expect(localStorage.getItem('flag')).toBeNull();
});

test('a failed song has no flag', async () => {
  song = { ...song, status: 'failed', playable: false };
  renderSite(`/songs?v=${song.id}`);
  await screen.findByText('1.2K views · 3 days ago');
  expect(screen.queryByRole('button', { name: 'Tell a grown-up' })).toBeNull();
});
