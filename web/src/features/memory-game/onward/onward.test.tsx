import { catalog, game } from '@larksong/contracts';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import { failure, NO_ANSWER } from '../../../testing/answers.ts';
import { renderSite } from '../../../testing/render.tsx';
import { startSite, type TestSite } from '../../../testing/site.ts';
import { video } from '../../../testing/videos.ts';
import { category, findCards, nameOf, offer, pair, RecordingAudio, recordAudio } from '../testing.ts';

const ITEMS = game.dealItems;
const SONGS = catalog.listVideos;
const WORDS: Record<string, string> = { A: 'apple', B: 'bee', C: 'cat' };
const user = userEvent.setup();
let site: TestSite;

beforeEach(async () => {
  site = await startSite();
  recordAudio();
  // The pairs of a board with four cards are always the outer and the inner ones.
  vi.spyOn(Math, 'random').mockReturnValue(0);
  offer(
    site,
    Object.keys(WORDS).map((letter) => category(letter, 2)),
  );
  for (const [letter, word] of Object.entries(WORDS)) {
    site.onFile(`/Audio/${letter}/${word}.mp3`, () => word);
    site.onFile(`/Audio/letters/${letter}.mp3`, () => letter);
  }
  site.on(ITEMS, ({ query }) => ({
    items: (query.letters ?? '')
      .split(',')
      .flatMap((letter) =>
        pair(WORDS[letter] ?? letter).map((card) => ({ ...card, hasSound: true, hasLetterSound: true })),
      ),
  }));
});

afterEach(async () => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  await site[Symbol.asyncDispose]();
});

/** Opens both pairs of a board with four cards. */
async function win(): Promise<void> {
  const cards = await findCards();
  for (const [first, second] of [
    [0, 3],
    [1, 2],
  ] as const) {
    await user.click(cards[first]);
    await user.click(cards[second]);
    await waitFor(() => expect(nameOf(cards[second])).toMatch(/, matched$/), { timeout: 4000 });
  }
}

const playAgain = () => screen.findByRole('button', { name: 'Play again' });
const nextLetter = (letter: string) => screen.findByRole('button', { name: `Next letter, ${letter}` });
const words = () => screen.getAllByRole('gridcell').map((card) => nameOf(card).split(',')[0]);
const heading = () => screen.getByRole('heading', { level: 1 }).textContent;

describe('the next letter', () => {
  test('the next letter comes before Play again, which keeps the focus, and is not spoken automatically', async () => {
    renderSite('/');
    await win();
    const next = await nextLetter('C');
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Play again'));
    expect(RecordingAudio.played.at(-1)).toBe('victory');
    await user.tab({ shift: true });
    expect(document.activeElement).toBe(next);
  }, 20_000);

  test('a press on the next letter says it with its first word and starts a board that keeps the letter before', async () => {
    const { address } = renderSite('/?letters=A,B');
    await win();
    await user.click(await nextLetter('C'));
    await waitFor(() => expect(words()).toEqual(['Card 1', 'Card 2', 'Card 3', 'Card 4']));
    await waitFor(() => expect(RecordingAudio.played.slice(-2)).toEqual(['C', 'cat']));
    expect(document.activeElement).toBe(screen.getAllByRole('gridcell')[0]);
    expect(address()).toBe('/');
    expect(heading()).toBe('Memory Game — 2 Letters');
    await win();
    expect(new Set(words())).toEqual(new Set(['bee', 'cat']));
    await nextLetter('A');
    expect(JSON.parse(localStorage.getItem('memory-game') ?? '{}')).toMatchObject({ letters: ['B', 'C'] });
  }, 30_000);

  test('the next letter starts without a network if its cards were loaded before', async () => {
    renderSite('/?letters=A,B');
    await findCards();
    await user.click(screen.getAllByRole('gridcell')[0]);
    await waitFor(() => expect(site.calls(ITEMS).map(({ query }) => query.letters)).toContain('B,C'));
    await waitFor(() => expect(RecordingAudio.decoded).toContain('cat'));
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await win();
    site.on(ITEMS, () => NO_ANSWER);
    await user.click(await nextLetter('C'));
    await waitFor(() => expect(words()[0]).toBe('Card 1'));
    await win();
    expect(new Set(words())).toEqual(new Set(['bee', 'cat']));
  }, 30_000);

  test('a next letter that cannot be loaded leaves the victory, and says so', async () => {
    renderSite('/?letters=A,B');
    await findCards();
    site.on(ITEMS, () => NO_ANSWER);
    await win();
    await user.click(await nextLetter('C'));
    const alert = await screen.findByRole('alertdialog');
    expect(alert.textContent).toContain('Failed to load game. Please try again.');
    await user.click(screen.getByRole('button', { name: 'OK' }));
    await nextLetter('C');
    await playAgain();
  }, 20_000);
});

test('a larger board is suggested after three wins in a row, and playing on declines it', async () => {
  offer(site, [category('A', 4), category('B', 4)], ['2x2', '3x3']);
  renderSite('/?letters=A,B');
  const larger = () => screen.queryByRole('button', { name: 'Larger board, 3x3' });
  for (const isSuggested of [false, false, true, false]) {
    await win();
    await playAgain();
    expect(larger() !== null).toBe(isSuggested);
    await user.click(await playAgain());
  }
}, 40_000);

describe('the alphabet', () => {
  const openAlphabet = async () => {
    await findCards();
    await user.click(screen.getAllByRole('button', { name: 'My letters' })[0]);
    return within(await screen.findByRole('dialog', { name: 'My letters' }));
  };
  const namesOf = (perch: HTMLElement) =>
    within(perch)
      .getAllByRole('button')
      .map((bird) => bird.getAttribute('aria-label'));

  test('letters that were won are lit on the device, and those without content are left out', async () => {
    renderSite('/?letters=A,B');
    await win();
    const won = ['Letter A, won', 'Letter B, won', 'Letter C, not won yet'];
    expect(namesOf(await screen.findByRole('toolbar', { name: 'Letters won: 2 of 3' }))).toEqual(won);
    cleanup();
    offer(site, [category('B', 2), category('C', 2), category('D', 0)]);
    renderSite('/');
    const dialog = await openAlphabet();
    expect(namesOf(dialog.getByRole('toolbar', { name: 'Letters won: 1 of 2' }))).toEqual(won.slice(1));
  }, 20_000);

  test('a lit bird says its words in turn, and an unlit one says nothing', async () => {
    const won = { A: ['apple', 'ant'] };
    localStorage.setItem('memory-game', JSON.stringify({ won }));
    site.onFile('/Audio/A/ant.mp3', () => 'ant');
    renderSite('/');
    const dialog = await openAlphabet();
    const bird = dialog.getByRole('button', { name: 'Letter A, won' });
    for (const word of ['apple', 'ant', 'apple']) {
      await user.click(bird);
      await waitFor(() => expect(RecordingAudio.played.at(-1)).toBe(word));
    }
    await user.click(dialog.getByRole('button', { name: 'Letter C, not won yet' }));
    expect(RecordingAudio.played).toEqual(['apple', 'ant', 'apple']);
  });

  test('the alphabet has one tab stop, and arrow keys move within it', async () => {
    renderSite('/');
    const dialog = await openAlphabet();
    const birds = within(dialog.getByRole('toolbar')).getAllByRole('button');
    const stops = () => birds.map(({ tabIndex }) => tabIndex);
    expect(stops()).toEqual([0, -1, -1]);
    act(() => birds[0].focus());
    await user.keyboard('{ArrowRight}{ArrowRight}{ArrowRight}');
    expect(document.activeElement).toBe(birds[2]);
    expect(stops()).toEqual([-1, -1, 0]);
    await user.keyboard('{Home}');
    expect(document.activeElement).toBe(birds[0]);
    await user.keyboard('{End}');
    expect(document.activeElement).toBe(birds[2]);
  });

  test('a letter won in another tab is lit here', async () => {
    renderSite('/');
    const dialog = await openAlphabet();
    localStorage.setItem('memory-game', JSON.stringify({ won: { C: [] } }));
    act(() => {
      window.dispatchEvent(new StorageEvent('storage', { key: 'memory-game' }));
    });
    expect(dialog.getByRole('button', { name: 'Letter C, won' })).toBeTruthy();
  });
});

test('the next letter hops once after three seconds without a touch or a key', async () => {
  renderSite('/?letters=A,B');
  await win();
  const next = await nextLetter('C');
  const isHopping = () => next.className.includes('hop');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  fireEvent.keyDown(next, { key: 'Shift' }); // begins the three seconds again, on the clock of the test
  await act(() => vi.advanceTimersByTimeAsync(2_500));
  fireEvent.pointerDown(document.body);
  await act(() => vi.advanceTimersByTimeAsync(2_500));
  expect(isHopping()).toBe(false);
  await act(() => vi.advanceTimersByTimeAsync(500));
  expect(isHopping()).toBe(true);
  vi.useRealTimers();
}, 20_000);

describe('a song of the letters', () => {
  test('a song of a letter that was won is offered, and a video of another letter is not', async () => {
    const song = video({ title: 'The Bee', letters: ['B'] });
    site.on(SONGS, ({ query }) => ({
      videos:
        query.letter === 'B'
          ? [video({ letters: ['Z'] }), video({ playable: false, letters: ['B'] }), song]
          : [],
      nextCursor: null,
    }));
    renderSite('/?letters=A,B');
    await findCards();
    expect(site.count(SONGS)).toBe(0);
    await win();
    expect(site.count(SONGS)).toBe(1); // once one pair was left
    const link = await screen.findByRole('link', { name: 'Song: The Bee' });
    expect(link.getAttribute('href')).toBe(`/songs?v=${song.id}`);
    expect(site.calls(SONGS).map(({ query }) => query)).toEqual([{ letter: 'B', limit: '24' }]);
  }, 20_000);

  test('the next victory offers another song if there is one', async () => {
    const songs = [video({ title: 'One', letters: ['B'] }), video({ title: 'Two', letters: ['B'] })];
    site.on(SONGS, () => ({ videos: songs, nextCursor: null }));
    renderSite('/?letters=A,B');
    for (const title of ['One', 'Two', 'One']) {
      await win();
      expect(await screen.findByRole('link', { name: `Song: ${title}` })).toBeTruthy();
      await user.click(await playAgain());
    }
  }, 40_000);

  test.each([
    ['there is none', () => ({ videos: [], nextCursor: null })],
    ['the call fails', () => failure('TOO_BUSY')],
  ])(
    'nothing is shown when %s',
    async (_case, answer) => {
      site.on(SONGS, answer);
      renderSite('/?letters=A,B');
      await win();
      await nextLetter('C');
      await waitFor(() => expect(site.count(SONGS)).toBeGreaterThan(0));
      expect(screen.queryByRole('link', { name: /^Song:/ })).toBeNull();
    },
    20_000,
  );
});

describe('two in turn', () => {
  test('two in turn is a setting of the device, with a perch for each and no loser', async () => {
    renderSite('/?letters=A,B');
    const cards = await findCards();
    expect(screen.queryByRole('img', { name: /^Blue bird/ })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Settings' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Settings' }));
    await user.click(dialog.getByLabelText('Two players take turns'));
    await user.click(dialog.getByRole('button', { name: 'Close' }));
    expect(JSON.parse(localStorage.getItem('memory-game') ?? '{}')).toMatchObject({ isForTwo: true });

    const said = () => document.querySelector('output[data-announcement]')?.textContent;
    await screen.findByRole('img', { name: 'Blue bird, 0 pairs, its turn' });
    await user.click(cards[0]);
    await user.click(cards[1]);
    await waitFor(() => expect(said()).toBe("Not a pair. Orange bird's turn"), { timeout: 4000 });
    await screen.findByRole('img', { name: 'Orange bird, 0 pairs, its turn' });
    await user.click(cards[0]);
    await user.click(cards[3]);
    await screen.findByRole('img', { name: 'Orange bird, 1 pair, its turn' }, { timeout: 4000 });
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findByRole('img', { name: 'Blue bird, 0 pairs, its turn' });
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    await screen.findByRole('img', { name: 'Orange bird, 1 pair, its turn' });
    await user.click(cards[1]);
    await user.click(cards[2]);
    await playAgain();
    expect(said()).toBe('Great job! You found all the pairs!');
    expect(screen.getByRole('img', { name: 'Orange bird, 2 pairs' })).toBeTruthy();
    await user.click(await playAgain());
    await screen.findByRole('img', { name: 'Orange bird, 0 pairs, its turn' });
  }, 30_000);
});
