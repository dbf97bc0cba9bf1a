import { game } from '@larksong/contracts';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { renderSite } from '../../../testing/render.tsx';
import { failure, NO_ANSWER } from '../../../testing/answers.ts';
import { startSite, type TestSite } from '../../../testing/site.ts';
import { savePreferences } from '../preferences/preferences.ts';
import { category, deal, findCards, nameOf, offer, pair, RecordingAudio, recordAudio } from '../testing.ts';

const ITEMS = game.dealItems;
const user = userEvent.setup();
let site: TestSite;

beforeEach(async () => {
  site = await startSite();
  recordAudio();
  // The board is always ant, apple, apple, ant.
  vi.spyOn(Math, 'random').mockReturnValue(0);
  for (const word of ['A/apple', 'A/ant']) site.onFile(`/Audio/${word}.mp3`, () => word);
  offer(site, [category('A', 2)]);
});

afterEach(async () => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  await site[Symbol.asyncDispose]();
});

/** Waits for the end of a pause of up to 1.2 s. */
async function waitForWord(sentence: string): Promise<void> {
  const said = () => document.querySelector('output[data-announcement]')?.textContent;
  await waitFor(() => expect(said()).toBe(sentence), { timeout: 4000 });
}

async function visitLoud(changes: Partial<game.DealtItem> = {}): Promise<HTMLElement[]> {
  deal(
    site,
    [...pair('apple'), ...pair('ant')].map((card) => ({ ...card, hasSound: true, ...changes })),
  );
  renderSite('/');
  const cards = await findCards();
  await waitFor(() => expect(site.count(ITEMS)).toBe(2)); // after all sounds of the first cards
  return cards;
}

test('sounds are decoded before the first press, and only the press opens the audio device', async () => {
  const cards = await visitLoud();
  expect(RecordingAudio.opened).toBe(0);
  await user.pointer({ keys: '[MouseLeft>]', target: cards[0]! });
  expect(RecordingAudio.opened).toBe(1);
  await user.pointer({ keys: '[/MouseLeft]', target: cards[0]! });
  expect(RecordingAudio.played).toEqual(['A/ant']);
  expect(RecordingAudio.opened).toBe(1);
});

test('each opened card plays its word, and each turn its outcome', async () => {
  const cards = await visitLoud();
  const open = async (...positions: number[]) => {
    for (const position of positions) await user.click(cards[position]!);
  };
  await open(0, 1);
  await waitForWord('Not a pair');
  await open(1, 2);
  await waitForWord('Match! apple. 1 of 2 pairs');
  await open(0, 3);
  expect(RecordingAudio.played).toEqual([
    ...['A/ant', 'A/apple', 'error'],
    ...['A/apple', 'A/apple', 'match'],
    ...['A/ant', 'A/ant', 'victory'],
  ]);
}, 20_000);

test('tapping an open card plays its word again', async () => {
  const [card] = await visitLoud();
  await user.click(card!);
  await user.click(card!);
  expect(RecordingAudio.played).toEqual(['A/ant', 'A/ant']);
});

test('the sound is turned off with one button, and stays off on this device', async () => {
  const cards = await visitLoud();
  await user.click(screen.getByRole('button', { name: 'Sound' }));
  await user.click(cards[0]!);
  await user.click(cards[1]!);
  expect(RecordingAudio.played).toEqual([]);
  expect(screen.getByRole('button', { name: 'Sound' }).getAttribute('aria-pressed')).toBe('false');
  cleanup();
  renderSite('/');
  const [card] = await findCards();
  const button = screen.getByRole('button', { name: 'Sound' });
  expect(button.getAttribute('aria-pressed')).toBe('false');
  await user.click(button);
  await user.click(card!);
  expect(RecordingAudio.played).toEqual(['A/ant']);
});

async function changeSettings(change: (dialog: HTMLElement) => Promise<void>): Promise<void> {
  await user.click(screen.getByRole('button', { name: 'Settings' }));
  await change(await screen.findByRole('dialog', { name: 'Settings' }));
  await user.click(screen.getByRole('button', { name: 'Close' }));
}

test('voice and effects can be turned off separately in the settings', async () => {
  const cards = await visitLoud();
  const press = (label: string) =>
    changeSettings((dialog) => user.click(within(dialog).getByLabelText(label)));
  await press('Voice');
  await user.click(cards[0]!);
  await user.click(cards[1]!);
  expect(RecordingAudio.played).toEqual(['error']);
  await press('Sound effects');
  expect(screen.getByRole('button', { name: 'Sound' }).getAttribute('aria-pressed')).toBe('false');
  await user.click(screen.getByRole('button', { name: 'Sound' })); // both again
  await user.click(cards[0]!);
  expect(RecordingAudio.played).toEqual(['error', 'A/ant']);
});

test.each([
  ['both', ['A', 'A/ant', 'A/apple', 'error']],
  ['word', ['A/ant', 'A/apple', 'error']],
  ['letter', ['A', 'A', 'error']],
] as const)('with the setting %s, the cards of a turn say %j', async (speech, sounds) => {
  site.onFile('/Audio/letters/A.mp3', () => 'A');
  const cards = await visitLoud({ hasLetterSound: true });
  await changeSettings((dialog) =>
    user.selectOptions(within(dialog).getByLabelText('When a card opens, say'), speech),
  );
  await user.click(cards[0]!);
  await user.click(cards[1]!);
  expect(RecordingAudio.played).toEqual(sounds);
  expect(JSON.parse(localStorage.getItem('memory-game') ?? '{}')).toMatchObject({ speech });
});

test('a turn whose sounds are missing is silent', async () => {
  site.onFile('/Audio/A/apple.mp3', () => failure('NOT_FOUND'));
  site.onFile('/Audio/A/ant.mp3', () => NO_ANSWER);
  const [card] = await visitLoud();
  await user.click(card!);
  expect(nameOf(card!)).toMatch(/card 1$/);
  expect(RecordingAudio.played).toEqual([]);
});

test('a playing word stops when the sound is turned off, and when other cards are dealt', async () => {
  const [card] = await visitLoud();
  await user.click(card!);
  expect(RecordingAudio.stopped).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Sound' }));
  expect(RecordingAudio.stopped).toEqual(['A/ant']);
  await user.click(screen.getByRole('button', { name: 'Sound' }));
  await user.click(card!);
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(RecordingAudio.stopped).toEqual(['A/ant', 'A/ant']);
});

/** Deals ant, whose sound arrives when `answer` is called, and apple, which has none. */
async function visitWithLateSound(): Promise<{ cards: HTMLElement[]; answer: () => Promise<void> }> {
  const held = Promise.withResolvers<undefined>();
  site.onFile('/Audio/A/ant.mp3', async () => {
    await held.promise;
    return 'A/ant';
  });
  savePreferences({ effects: false });
  const silent = pair('apple');
  deal(site, [...silent, ...pair('ant').map((card) => ({ ...card, hasSound: true }))]);
  renderSite('/');
  const cards = await findCards();
  await waitFor(() => expect(site.countFile('/Audio/A/ant.mp3')).toBe(1));
  const answer = async () => {
    held.resolve(undefined);
    await waitFor(() => expect(RecordingAudio.decoded).toContain('A/ant'));
  };
  return { cards, answer };
}

test('a late sound plays while its card is the last one opened', async () => {
  const { cards, answer } = await visitWithLateSound();
  await user.click(cards[0]!);
  await answer();
  expect(RecordingAudio.played).toEqual(['A/ant']);
});

test.each([
  ['a card without a sound has been opened since', (cards: HTMLElement[]) => cards[1]!],
  ['the sound has been turned off since', () => screen.getByRole('button', { name: 'Sound' })],
  ['other cards have been dealt since', () => screen.getByRole('button', { name: 'Try again' })],
])('a late sound does not play when %s', async (_case, findNext) => {
  const { cards, answer } = await visitWithLateSound();
  await user.click(cards[0]!);
  await user.click(findNext(cards));
  await answer();
  expect(RecordingAudio.played).toEqual([]);
});

/** Returns whether the beak of the lark is open. */
const isSinging = () => document.querySelector('[data-lark~=singing]') !== null;
const endNextSound = () => act(() => RecordingAudio.endNext());

test('the lark opens its beak when a letter or a word begins to sound, and closes it at the end', async () => {
  site.onFile('/Audio/letters/A.mp3', () => 'A');
  const cards = await visitLoud({ hasLetterSound: true });
  expect(isSinging()).toBe(false);
  await user.click(cards[0]!);
  await waitFor(() => expect(isSinging()).toBe(true));
  const heard = [];
  for (const end of ['letter', 'silence', 'word']) {
    endNextSound();
    heard.push([end, isSinging()]);
  }
  expect(heard).toEqual([
    ['letter', false],
    ['silence', true],
    ['word', false],
  ]);
});

test('the beak stays open when another word replaces one, whose end no longer counts, and effects do not open it', async () => {
  const cards = await visitLoud();
  await user.click(cards[0]!);
  await user.click(cards[1]!);
  await waitFor(() => expect(isSinging()).toBe(true));
  endNextSound(); // of the first word, which was stopped
  expect(isSinging()).toBe(true);
  endNextSound();
  expect(isSinging()).toBe(false);
  endNextSound(); // of the effect
  expect(isSinging()).toBe(false);
});

test('the beak closes when the sound is turned off, and stays closed while it is off', async () => {
  const [card] = await visitLoud();
  await user.click(card!);
  await waitFor(() => expect(isSinging()).toBe(true));
  await user.click(screen.getByRole('button', { name: 'Sound' }));
  expect(isSinging()).toBe(false);
  await user.click(card!);
  await act(async () => {});
  expect(isSinging()).toBe(false);
});

test('the beak stays closed until the audio device plays', async () => {
  const started = Promise.withResolvers<void>();
  vi.spyOn(RecordingAudio.prototype, 'resume').mockReturnValue(started.promise);
  const [card] = await visitLoud();
  await user.click(card!);
  expect(isSinging()).toBe(false);
  await act(async () => started.resolve());
  expect(isSinging()).toBe(true);
});

test('a device that has never played is told that two belong together, after the first word and at a touch elsewhere', async () => {
  site.onFile('/Audio/invitation.mp3', () => 'invitation');
  const cards = await visitLoud();
  screen.getByText('Find two that belong together');
  await user.click(screen.getByRole('heading', { level: 1 }));
  expect(RecordingAudio.played).toEqual(['invitation']);
  await user.click(screen.getByRole('heading', { level: 1 }));
  await user.click(cards[0]!);
  expect(RecordingAudio.played).toEqual(['invitation', 'A/ant', 'invitation']);
  await user.click(cards[3]!);
  expect(screen.queryByText('Find two that belong together')).toBeNull();
  cleanup();
  RecordingAudio.played = [];
  renderSite('/');
  const [card] = await findCards();
  await waitFor(() => expect(site.count(ITEMS)).toBe(4));
  await user.click(screen.getByRole('heading', { level: 1 }));
  await user.click(card!);
  expect(RecordingAudio.played).toEqual(['A/ant']);
});
