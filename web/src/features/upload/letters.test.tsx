import { catalog, game } from '@larksong/contracts';
import { act, cleanup, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';

import { renderSite } from '../../testing/render.tsx';
import { OLIVE, tokensOf } from '../../testing/accounts.ts';
import { failure } from '../../testing/answers.ts';
import { startSite, type TestSite } from '../../testing/site.ts';
import { signIn, signOut } from '../auth/session.ts';

const user = userEvent.setup();
const UPLOAD = catalog.uploadVideo;
const VIDEO = '0198f3c2-7a1e-7d40-b1c9-00000000b001';
const song = new File(['moving pictures'], 'song.mp4', { type: 'video/mp4' });
let site: TestSite;

async function visit(): Promise<void> {
  renderSite('/upload');
  await screen.findByRole('heading', { level: 1 });
  act(() => signIn({ ...tokensOf(OLIVE), user: OLIVE }));
  await screen.findByRole('heading', { name: 'Upload Video' });
}

const pickSong = () => user.upload(document.querySelector<HTMLInputElement>('input[type=file]')!, song);

afterEach(async () => {
  await act(() => signOut());
  cleanup();
  await site[Symbol.asyncDispose]();
});

const letterFields = () => within(screen.getByRole('group', { name: /^Letters/ }));
const isPressed = (letter: string) =>
  letterFields().getByRole('button', { name: letter }).getAttribute('aria-pressed') === 'true';

beforeEach(async () => {
  site = await startSite();
  const categories = ['A', 'B', 'É'].map((letter) => ({ id: letter, letter, itemCount: 4, pairCount: 2 }));
  site.on(game.listCategories, () => ({ categories, grids: ['2x2' as const] }));
});

async function openForm(): Promise<void> {
  await visit();
  await screen.findByRole('button', { name: 'É' });
}

test('letters of the game are pressed, others are typed, and all are sent with the video', async () => {
  site.on(UPLOAD, () => ({ video: { id: VIDEO } }));
  await openForm();
  await user.click(letterFields().getByRole('button', { name: 'B' }));
  await user.click(letterFields().getByRole('button', { name: 'A' }));
  await user.type(screen.getByLabelText('Another letter'), 'x ж{Enter}');
  expect(letterFields().getByText('Chosen: A, B, X, Ж')).toBeTruthy();
  expect(isPressed('Ж')).toBe(true);
  // pressed off, a typed letter stays to be pressed again
  await user.click(letterFields().getByRole('button', { name: 'Ж' }));
  expect(isPressed('Ж')).toBe(false);
  await pickSong();
  await user.click(screen.getByRole('button', { name: 'Upload' }));
  await screen.findByText(/^Upload started\./);
  expect(site.bodies(UPLOAD)).toMatchObject([{ letters: '["A","B","X"]' }]);
  expect(isPressed('A')).toBe(false); // the next form is empty
});

test('a wrong letter is refused next to its field, which keeps the text', async () => {
  await openForm();
  const field = screen.getByLabelText<HTMLInputElement>('Another letter');
  await user.click(screen.getByRole('button', { name: 'Add letter' }));
  expect(letterFields().getByText('Enter a letter')).toBeTruthy();
  expect(document.activeElement).toBe(field);
  await user.type(field, 'AB{Enter}');
  expect(letterFields().getByText('A letter is exactly one character')).toBeTruthy();
  await user.clear(field);
  expect(letterFields().queryByText('A letter is exactly one character')).toBeNull();
  await user.type(field, '🐟');
  await pickSong();
  await user.click(screen.getByRole('button', { name: 'Upload' }));
  expect(
    letterFields().getByText('A letter must be a letter or a digit, not a symbol or an emoji'),
  ).toBeTruthy();
  expect(site.count(UPLOAD)).toBe(0);
  expect(document.activeElement).toBe(field);
  expect(field.value).toBe('🐟');
});

test('more than 26 letters are refused', async () => {
  await openForm();
  await user.click(screen.getByLabelText('Another letter'));
  await user.paste('ABCDEFGHIJKLMNOPQRSTUVWXYZ'.split('').join(' '));
  await user.keyboard('{Enter}');
  expect(isPressed('Z')).toBe(true);
  await user.click(letterFields().getByRole('button', { name: 'É' }));
  expect(letterFields().getByText('A video has at most 26 letters.')).toBeTruthy();
  expect(isPressed('É')).toBe(false);
});

test('letters can be typed while the game does not answer', async () => {
  site.on(game.listCategories, () => failure('TOO_MANY_REQUESTS', 'Too many requests.'));
  await visit();
  await user.type(await screen.findByLabelText('Another letter'), 'q{Enter}');
  await expect.poll(() => isPressed('Q')).toBe(true);
});
