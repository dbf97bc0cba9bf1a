import { game } from '@larksong/contracts';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { failure } from '../../testing/answers.ts';
import { renderSite } from '../../testing/render.tsx';
import { startSite, type TestSite } from '../../testing/site.ts';

const user = userEvent.setup();
const LETTERS = [
  {
    letter: 'A',
    words: [
      { name: 'ant', hasPicture: true },
      { name: 'apple', hasPicture: false },
    ],
  },
  { letter: 'B', words: [{ name: 'bee', hasPicture: true }] },
];

let site: TestSite;
beforeEach(async () => {
  site = await startSite();
  site.on(game.listWords, () => ({ letters: LETTERS }));
});
afterEach(async () => {
  vi.restoreAllMocks();
  cleanup();
  await site[Symbol.asyncDispose]();
});

const cards = () => [...document.querySelectorAll('[data-face]')].map((card) => card.textContent);

test('the first letter is chosen at first, and a word without a picture stands on both of its cards', async () => {
  renderSite('/print');
  await screen.findByText('1 page, up to 12 cards each');
  expect(cards()).toEqual(['Aa', 'ant', 'Aaapple', 'apple']);
  await user.click(screen.getByRole('button', { name: 'Select All' }));
  expect(cards()).toEqual(['Aa', 'ant', 'Aaapple', 'apple', 'Bb', 'bee']);
});

test('a picture that cannot be loaded is replaced by its word', async () => {
  renderSite('/print?letters=B');
  await screen.findByText('1 page, up to 12 cards each');
  for (const picture of document.querySelectorAll('[data-face] img')) fireEvent.error(picture);
  expect(cards()).toEqual(['Bbbee', 'bee']);
});

test('printing waits for the pictures', async () => {
  let load: () => void = () => {};
  vi.spyOn(HTMLImageElement.prototype, 'decode').mockImplementation(
    () => new Promise((resolve) => (load = resolve)),
  );
  const print = vi.fn<() => void>();
  vi.stubGlobal('print', print);
  renderSite('/print?letters=B&what=sheets');
  await user.click(await screen.findByRole('button', { name: 'Print' }));
  expect(await screen.findByRole('button', { name: 'Loading pictures…' })).toBeTruthy();
  expect(print).not.toHaveBeenCalled();
  load();
  await waitFor(() => expect(print).toHaveBeenCalledOnce());
  vi.unstubAllGlobals();
});

test('words that cannot be loaded are requested again, and an empty game says so', async () => {
  site.on(game.listWords, () => failure('UNAVAILABLE', 'The game is away.'));
  renderSite('/print');
  expect(await screen.findByText('The game is away.')).toBeTruthy();
  site.on(game.listWords, () => ({ letters: [] }));
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('There is nothing to print yet')).toBeTruthy();
});

test('the cards of another pack are printed with its pictures and in its language', async () => {
  site.on(game.listWords, ({ query }) => ({
    letters:
      query.pack === 'tr' ? [{ letter: 'I', words: [{ name: 'ısırgan', hasPicture: true }] }] : LETTERS,
  }));
  const { address } = renderSite('/print?pack=tr&letters=I');
  const preview = (await screen.findByText('ısırgan')).closest<HTMLElement>('[data-preview]');
  expect(preview?.lang).toBe('tr');
  expect(screen.getByText('Iı')).toBeTruthy();
  const [picture] = preview?.querySelectorAll('img') ?? [];
  expect(picture?.getAttribute('src')).toBe(`/Images/I/${encodeURIComponent('ısırgan')}.png?pack=tr`);
  await user.click(screen.getByRole('radio', { name: /^Letter sheets/ }));
  expect(address()).toContain('pack=tr');
});
