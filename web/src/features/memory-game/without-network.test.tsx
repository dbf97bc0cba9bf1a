import { game } from '@larksong/contracts';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { renderSite } from '../../testing/render.tsx';
import { failure, NO_ANSWER, type Reply } from '../../testing/answers.ts';
import { startSite, type TestSite } from '../../testing/site.ts';
import {
  category,
  deal,
  findCards,
  item,
  nameOf,
  offer,
  pair,
  RecordingAudio,
  recordAudio,
} from './testing.ts';

const ITEMS = game.dealItems;
const CATEGORIES = game.listCategories;
const BEE = '/Audio/B/bee.mp3';
const user = userEvent.setup();
let site: TestSite;

beforeEach(async () => {
  site = await startSite();
  recordAudio();
  vi.spyOn(Math, 'random').mockReturnValue(0);
});

afterEach(async () => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  await site[Symbol.asyncDispose]();
});

test('without a network, Try again deals the cards it has', async () => {
  offer(site, [category('A', 2)]);
  const queries = deal(site, [...pair('apple'), ...pair('ant')]);
  renderSite('/');
  const cards = await findCards();
  await waitFor(() => expect(queries).toHaveLength(2));
  for (const call of [ITEMS, CATEGORIES]) site.on(call, () => NO_ANSWER);
  for (let round = 0; round < 3; round += 1) {
    await user.click(cards[0]!);
    expect(nameOf(cards[0]!)).toMatch(/^(apple|ant), card 1$/);
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(cards.every((card) => nameOf(card).endsWith('hidden'))).toBe(true);
  }
  expect(screen.queryByRole('alertdialog')).toBeNull();
});

/** Plays apple, with its sound, while bee is prefetched; `answerBee` responds to bee's sound. */
async function visitWhileBeeIsFetched(answerBee: () => Reply): Promise<HTMLElement> {
  const hasSound = { hasSound: true };
  const words = ['apple', 'bee'];
  offer(site, [category('A', 2)]);
  site.on(ITEMS, () => {
    const word = words[Math.min(site.count(ITEMS), 2) - 1] ?? '';
    return { items: [item(word, hasSound), item(word, hasSound)] };
  });
  site.onFile('/Audio/A/apple.mp3', () => 'A/apple');
  site.onFile(BEE, answerBee);
  renderSite('/');
  const [card] = await findCards();
  await waitFor(() => expect(site.countFile(BEE)).toBe(1));
  return card!;
}

test('without a network, Try again deals no cards whose sounds did not load', async () => {
  const card = await visitWhileBeeIsFetched(() => NO_ANSWER);
  for (let round = 0; round < 3; round += 1) {
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await user.click(card);
    expect(nameOf(card)).toBe('apple, card 1');
  }
  expect(RecordingAudio.played).toEqual(['A/apple', 'A/apple', 'A/apple']);
});

test('cards are dealt although the server does not have their sound', async () => {
  const card = await visitWhileBeeIsFetched(() => failure('NOT_FOUND'));
  await waitFor(async () => {
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await user.click(card);
    expect(nameOf(card)).toBe('bee, card 1');
  });
});
