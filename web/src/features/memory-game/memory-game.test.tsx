import { game } from '@larksong/contracts';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import { queryClient } from '../../api/query-client.ts';
import { renderSite } from '../../testing/render.tsx';
import { OLIVE, tokensOf } from '../../testing/accounts.ts';
import { failure, malformed, NO_ANSWER } from '../../testing/answers.ts';
import { startSite, type TestSite } from '../../testing/site.ts';
import { signIn, signOut } from '../auth/session.ts';
import { category, deal, findCards, item, nameOf, offer, pair, recordAudio } from './testing.ts';
import styles from './board/card.module.css';

const ITEMS = game.dealItems;
const CATEGORIES = game.listCategories;
const user = userEvent.setup();
let site: TestSite;

beforeEach(async () => {
  site = await startSite();
  recordAudio();
  // The board is always ant, apple, apple, ant.
  vi.spyOn(Math, 'random').mockReturnValue(0);
});

afterEach(async () => {
  await act(() => signOut());
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  await site[Symbol.asyncDispose]();
});

/** Opens a game with apple and ant, and waits until everything that is prefetched has loaded. */
async function visit(path = '/') {
  offer(site, [category('A', 2)]);
  const queries = deal(site, [...pair('apple'), ...pair('ant')]);
  const { container, address } = renderSite(path);
  const cards = await findCards();
  await waitFor(() => expect(queries).toHaveLength(2));
  return { container, address, cards, queries };
}

const wordOf = (card: HTMLElement) => nameOf(card).split(',')[0];

/** Returns the text of the live region, which also contains the praise. */
const said = () => document.querySelector('output[data-announcement]')?.textContent;

/** Waits for the end of a pause of up to 1.2 s. */
async function waitForWord(sentence: string): Promise<void> {
  await waitFor(() => expect(said()).toBe(sentence), { timeout: 4000 });
}

describe('a game', () => {
  test('a game reveals nothing about a hidden card anywhere in the page', async () => {
    const { container, cards } = await visit();
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Memory Game — Letter A');
    expect(cards.map(nameOf)).toEqual([
      'Card 1, row 1, column 1, hidden',
      'Card 2, row 1, column 2, hidden',
      'Card 3, row 2, column 1, hidden',
      'Card 4, row 2, column 2, hidden',
    ]);
    expect(container.innerHTML).not.toMatch(/apple|ant\b|Images|Audio|blob:/);
  });

  test('a game can be played to its end by keyboard, and once more', async () => {
    const { cards } = await visit();
    expect(cards.map((card) => card.tabIndex)).toEqual([0, -1, -1, -1]);
    act(() => cards[0]!.focus());
    await user.keyboard('{Enter}');
    expect([nameOf(cards[0]!), said()]).toEqual(['ant, card 1', 'ant, card 1']);
    await user.keyboard('{ArrowRight}{ArrowRight}');
    expect(document.activeElement).toBe(cards[1]);
    expect(cards.map((card) => card.tabIndex)).toEqual([-1, 0, -1, -1]);
    await user.keyboard(' ');
    expect(said()).toBe('apple, card 2');
    await waitForWord('Not a pair');
    expect(cards.map(nameOf).every((name) => name.endsWith('hidden'))).toBe(true);
    await user.keyboard('{Enter}{ArrowDown}{Home}{Enter}');
    await waitForWord('Match! apple. 1 of 2 pairs');
    expect([nameOf(cards[1]!), nameOf(cards[2]!)]).toEqual(['apple, matched', 'apple, matched']);
    expect(screen.getByRole('img', { name: '1 of 2 pairs found' })).toBeTruthy();
    await user.keyboard('{Control>}{Home}{/Control}{Enter}{Control>}{End}{/Control}{Enter}');
    await waitForWord('Great job! You found all the pairs!');
    expect(screen.getByRole('img', { name: '2 of 2 pairs found' })).toBeTruthy();
    const again = screen.getByRole('button', { name: 'Play again' });
    await waitFor(() => expect(document.activeElement).toBe(again));
    await user.keyboard('{Enter}');
    expect(cards.every((card) => nameOf(card).endsWith('hidden'))).toBe(true);
    expect(document.activeElement).toBe(cards[0]);
    expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy();
  }, 20_000);

  test('a game does not open a third card, and nudges it', async () => {
    const { cards } = await visit();
    await user.click(cards[0]!);
    await user.click(cards[1]!);
    await user.click(cards[2]!);
    expect(cards.map(wordOf)).toEqual(['ant', 'apple', 'Card 3', 'Card 4']);
    expect(cards[2]!.className).toContain(styles.nudge);
    await waitForWord('Not a pair');
    await user.click(cards[2]!);
    expect(nameOf(cards[2]!)).toBe('apple, card 3');
  }, 20_000);

  test('Try again starts the game over, also while two cards are open', async () => {
    const { container, cards } = await visit();
    await user.click(cards[0]!);
    await user.click(cards[3]!);
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(cards.every((card) => nameOf(card).endsWith('hidden'))).toBe(true);
    expect(container.innerHTML).not.toMatch(/apple|ant\b/);
    await user.click(cards[0]!);
    await user.click(cards[1]!);
    await waitForWord('Not a pair'); // and no pair of the previous cards
    expect(screen.getByRole('img', { name: '0 of 2 pairs found' })).toBeTruthy();
  }, 20_000);
});

test('Try again can be undone for 5 s if pairs were found', async () => {
  const { cards } = await visit();
  const tryAgain = () => user.click(screen.getByRole('button', { name: 'Try again' }));
  await tryAgain();
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
  await user.click(cards[0]!);
  await user.click(cards[3]!);
  await waitForWord('Match! ant. 1 of 2 pairs');
  await tryAgain();
  expect(screen.getByRole('img', { name: '0 of 2 pairs found' })).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  expect(screen.getByRole('img', { name: '1 of 2 pairs found' })).toBeTruthy();
  expect(cards.map(wordOf)).toEqual(['ant', 'Card 2', 'Card 3', 'ant']);
  expect(document.activeElement).toBe(cards[0]);
  await tryAgain();
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull(), { timeout: 7000 });
  expect(screen.getByRole('img', { name: '0 of 2 pairs found' })).toBeTruthy();
}, 20_000);

describe('a picture', () => {
  test('a picture that does not load is replaced by the word', async () => {
    offer(site, [category('A', 1)]);
    site.onFile('/Images/A/apple.png', () => failure('NOT_FOUND'));
    deal(site, [item('apple', { hasPicture: true }), item('apple', { hasPicture: true })]);
    renderSite('/');
    const [card, ...others] = await findCards();
    expect(others).toHaveLength(1);
    await user.click(card!);
    const picture = card!.querySelector('img')!;
    expect(picture.getAttribute('src')).toBe('/Images/A/apple.png');
    act(() => {
      picture.dispatchEvent(new Event('error'));
    });
    expect(card!.querySelector('img')).toBeNull();
    expect(card!.querySelector('[data-word]')?.textContent).toBe('apple');
  });

  test('a picture is fetched and shown on one of two letter cards', async () => {
    site.onFile('/Images/A/apple.png', () => failure('NOT_FOUND'));
    offer(site, [category('A', 2)]);
    const letters = ['apple', 'apple', 'ant', 'ant'].map((name) => item(name, { type: 'letter' }));
    deal(
      site,
      letters.map((card) => ({ ...card, hasPicture: card.name === 'apple' })),
    );
    renderSite('/');
    const cards = await findCards();
    await waitFor(() => expect(site.count(ITEMS)).toBe(2)); // after all pictures of the first cards
    expect(site.countFile('/Images/A/apple.png')).toBeGreaterThan(0);
    const open = async (...positions: number[]) => {
      for (const position of positions) await user.click(cards[position]!);
    };
    await open(1, 2); // both apples
    const count = (part: string) =>
      [1, 2].filter((position) => cards[position]!.querySelector(part) !== null).length;
    // The letter card has it too, but small, since ant has the same letter.
    expect([count('img'), count('[data-letters]'), count('[data-letters] + img')]).toEqual([2, 1, 1]);
  });
});

describe('errors', () => {
  test.each([
    [
      'there are no cards',
      () => ({ items: [] }),
      'No items found for selected letters. Please add items via Game Admin.',
    ],
    [
      'the server sends a reason',
      () => failure('TOO_BUSY', 'The game is being changed.'),
      'The game is being changed.',
    ],
    [
      'the server has a fault',
      () => failure('INTERNAL', 'Internal error'),
      'Failed to load game. Please try again. The cards need a little time, and it is nothing that you did.',
    ],
    ['the server sends no reason', () => malformed(502, 'Bad Gateway'), 'Failed to load game items'],
    ['the server does not respond', () => NO_ANSWER, 'Failed to load game. Please try again.'],
  ])('the game shows an error when %s', async (_case, reply, sentence) => {
    offer(site, [category('A', 2)]);
    site.on(ITEMS, reply);
    renderSite('/');
    expect((await screen.findByRole('alertdialog')).textContent).toContain(sentence);
    await user.click(screen.getByRole('button', { name: 'OK' }));
    deal(site, pair('apple'));
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await findCards()).toHaveLength(2);
  });

  test('the game shows an error when the letters do not load', async () => {
    site.on(CATEGORIES, () => failure('TOO_MANY_REQUESTS', 'Too many requests. Please wait.'));
    renderSite('/');
    const sentence = (await screen.findByRole('alert')).textContent;
    expect(sentence).toContain('Failed to load game. Please try again.');
    expect(sentence).toContain('Too many requests. Please wait.');
    await visitAgain();
  });

  async function visitAgain(): Promise<void> {
    offer(site, [category('A', 2)]);
    deal(site, pair('apple'));
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await findCards()).toHaveLength(2);
  }
});

describe('without any letters', () => {
  test('without any letters, superadmins see the way to add some and others do not', async () => {
    offer(site, []);
    renderSite('/');
    expect(await screen.findByRole('heading', { name: 'No Game Content Available' })).toBeTruthy();
    expect(screen.getByText('Please add letters and items via the Game Admin page.')).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'Go to Game Admin' })).toBeNull();
    act(() => signIn({ ...tokensOf(OLIVE), user: OLIVE }));
    const link = await screen.findByRole('link', { name: 'Go to Game Admin' });
    expect(within(document.body).getByRole('link', { name: 'Go to Game Admin' })).toBe(link);
    expect(link.getAttribute('href')).toBe('/game-admin');
  });
});

test('prefetched cards are dropped when the letters have been refetched', async () => {
  const { queries } = await visit();
  const before = queries.length;
  deal(site, [...pair('arm'), ...pair('arrow')]);
  await act(() => queryClient.invalidateQueries());
  await waitFor(() => expect(site.count(ITEMS)).toBe(before + 1));
  await waitFor(async () => {
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    const [card] = screen.getAllByRole('gridcell');
    await user.click(card!);
    expect(nameOf(card!)).toMatch(/^arm|^arrow/);
  });
});

describe('when the cards have been deleted', () => {
  /** Plays the letter A, which has no cards left when the next ones are fetched. */
  async function visitUntilEmpty(left: game.Category[]) {
    offer(site, [category('A', 1), category('B', 1)]);
    site.on(ITEMS, ({ query }) => {
      if (query.letters === 'B') return { items: pair('bee') };
      return { items: site.count(ITEMS) === 1 ? pair('apple') : [] };
    });
    renderSite('/?letters=A');
    const [card] = await findCards();
    await waitFor(() => expect(site.count(ITEMS)).toBe(2));
    offer(site, left);
    return card!;
  }

  /** The prefetched cards may still be dealt once. */
  function pressTryAgainUntil(find: () => HTMLElement | null): Promise<HTMLElement> {
    const press = async () => {
      if (!find()) await user.click(screen.getByRole('button', { name: 'Try again' }));
      return await waitFor(() => find() ?? expect.unreachable('not there yet'), { timeout: 1000 });
    };
    return waitFor(press, { timeout: 8000 });
  }

  test('after all cards of a letter were deleted, Try again starts with letters that are left', async () => {
    await visitUntilEmpty([category('B', 1)]);
    const heading = () => screen.queryByRole('heading', { name: 'Memory Game — Letter B' });
    await pressTryAgainUntil(heading);
    await user.click((await findCards())[0]!);
    expect(nameOf(screen.getAllByRole('gridcell')[0]!)).toBe('bee, card 1');
    expect(screen.queryByRole('alertdialog')).toBeNull();
  });

  test('after all cards were deleted, Try again shows an alert and no longer deals them', async () => {
    await visitUntilEmpty([category('A', 0)]);
    const alert = await pressTryAgainUntil(() => screen.queryByRole('alertdialog'));
    expect(alert.textContent).toContain(
      'No items found for selected letters. Please add items via Game Admin.',
    );
    await user.click(screen.getByRole('button', { name: 'OK' }));
    expect(screen.queryByRole('grid')).toBeNull();
    expect(screen.getByRole('heading', { name: 'There are no cards for these letters' })).toBeTruthy();
  });
});
