import { catalog, game, type Language } from '@larksong/contracts';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { bothCasesIn, toLettersQuery } from '../../parts/game-cards/letter-card.ts';
import { toLetterSoundAddress, toPictureAddress, toSoundAddress } from '../../parts/game-cards/game-media.ts';
import { renderSite } from '../../testing/render.tsx';
import { startSite, type TestSite } from '../../testing/site.ts';
import { parseLetters } from './letters/letters.ts';
import { loadPreferences, savePreferences } from './preferences/preferences.ts';
import { toUttered } from './rules/speech.ts';
import { splitAtLetter } from './rules/words.ts';
import { category, findCards, item, nameOf, offer, pair, recordAudio } from './testing.ts';

const user = userEvent.setup();
let site: TestSite;
/** The packs of the boards that were requested. */
let dealtPacks: unknown[];

/** The letters and words of each pack. */
const WORDS: Partial<Record<Language, Record<string, string[]>>> = {
  en: { A: ['apple', 'ant'] },
  de: { Ä: ['Ähre', 'Ärmel'], B: ['Bär', 'Biene'] },
  tr: { İ: ['inek', 'iğne'] },
};

beforeEach(async () => {
  site = await startSite();
  dealtPacks = [];
  recordAudio();
  // The board is always the second word, the first, the first, the second.
  vi.spyOn(Math, 'random').mockReturnValue(0);
  offer(site, []);
  const lettersOf = (pack: Language = 'en') => Object.entries(WORDS[pack] ?? {});
  site.on(game.listCategories, ({ query }) => ({
    categories: lettersOf(query.pack as Language).map(([letter, words]) => category(letter, words.length)),
    grids: ['2x2' as const],
  }));
  site.on(game.listPacks, () => ({
    packs: (['en', 'de', 'tr'] as const).map((language) => ({ language, letterCount: 1, pairCount: 2 })),
  }));
  site.on(game.dealItems, ({ query }) => {
    const pack = query.pack as Language | undefined;
    dealtPacks.push(pack);
    const letters = new Set((query.letters ?? '').split(','));
    const dealt = lettersOf(pack).filter(([letter]) => letters.has(letter));
    const cards = dealt.flatMap(([letter, words]) =>
      words.flatMap((word) => pair(word).map((card) => ({ ...card, letter }))),
    );
    return { items: cards.slice(0, 4).map((card) => (pack === undefined ? card : { ...card, pack })) };
  });
});

afterEach(async () => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  await site[Symbol.asyncDispose]();
});

async function turn(cards: HTMLElement[], place: number): Promise<string> {
  act(() => cards[place]?.focus());
  await user.keyboard('{Enter}');
  return nameOf(cards[place] as HTMLElement);
}

test('a game in the pack of a link is won by keyboard, and its letters are kept apart from others', async () => {
  savePreferences({ won: { A: ['apple'] } });
  renderSite('/?pack=de&letters=ä');
  const cards = await findCards();
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Memory Game — Letter Ä');
  expect(await turn(cards, 0)).toBe('Ärmel, card 1');
  const face = cards[0]?.querySelector('[data-word]');
  expect([face?.getAttribute('lang'), face?.querySelector('b')?.textContent]).toEqual(['de', 'Ä']);
  expect(await turn(cards, 3)).toBe('Ärmel, card 4');
  await waitFor(() => expect(nameOf(cards[0] as HTMLElement)).toBe('Ärmel, matched'), { timeout: 4000 });
  await turn(cards, 1);
  await turn(cards, 2);
  await screen.findByText('Great job! You found all the pairs!', undefined, { timeout: 4000 });
  await waitFor(() => expect(loadPreferences().packs).toMatchObject({ de: { won: { Ä: [] } } }));
  expect(loadPreferences().won).toEqual({ A: ['apple'] });
  expect(
    (await screen.findByRole('button', { name: 'Next letter, B' }))
      .querySelector('[lang]')
      ?.getAttribute('lang'),
  ).toBe('de');
  expect(new Set(dealtPacks)).toEqual(new Set(['de']));
});

test('the next letter of a linked pack stays in it, which this device remembers', async () => {
  const { address } = renderSite('/?pack=de&letters=Ä');
  const cards = await findCards();
  for (const [first, second] of [
    [0, 3],
    [1, 2],
  ] as const) {
    await turn(cards, first);
    await turn(cards, second);
    await waitFor(() => expect(nameOf(cards[first] as HTMLElement)).toMatch(/matched$/), { timeout: 4000 });
  }
  await user.click(await screen.findByRole('button', { name: 'Next letter, B' }));
  await waitFor(() =>
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Memory Game — Letter B'),
  );
  await waitFor(() => expect(address()).toBe('/'));
  expect(await turn(await findCards(), 0)).toBe('Biene, card 1');
  expect(loadPreferences()).toMatchObject({ pack: 'de', packs: { de: { letters: ['B'] } }, letters: [] });
});

test('the settings offer the packs of the site, and a chosen one is remembered on this device', async () => {
  renderSite('/');
  await findCards();
  await user.click(screen.getByRole('button', { name: 'Settings' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Settings' }));
  const choice = await dialog.findByLabelText('Language of the words');
  expect(
    within(choice)
      .getAllByRole('option')
      .map(({ textContent }) => textContent),
  ).toEqual(['English', 'Deutsch', 'Türkçe']);
  await user.selectOptions(choice, 'de');
  const letter = await dialog.findByRole('button', { name: 'Ä' });
  expect(letter.parentElement?.lang).toBe('de');
  expect(
    dialog.getByText(
      'This device has no voice for this language. Words are heard once somebody has recorded them.',
    ),
  ).toBeTruthy();
  await user.click(dialog.getByRole('button', { name: 'B' }));
  await user.click(dialog.getByRole('button', { name: 'Copy link' }));
  expect(await navigator.clipboard.readText()).toBe(
    `${location.origin}/?letters=${encodeURIComponent('Ä')}&pack=de`,
  );
  expect(dialog.getByRole('link', { name: 'Print cards' }).getAttribute('href')).toBe(
    `/print?letters=${encodeURIComponent('Ä')}&pack=de`,
  );
  await user.click(dialog.getByRole('button', { name: 'Apply Settings' }));
  await waitFor(() =>
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Memory Game — Letter Ä'),
  );
  expect(await turn(await findCards(), 0)).toBe('Ärmel, card 1');

  cleanup();
  renderSite('/');
  await waitFor(() =>
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Memory Game — Letter Ä'),
  );
});

test('a site with one pack offers no language', async () => {
  site.on(game.listPacks, () => ({ packs: [{ language: 'en' as const, letterCount: 1, pairCount: 2 }] }));
  renderSite('/');
  await findCards();
  await user.click(screen.getByRole('button', { name: 'Settings' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Settings' }));
  await waitFor(() => expect(site.count(game.listPacks)).toBe(1));
  expect(dialog.queryByLabelText('Language of the words')).toBeNull();
});

test.each(['/?pack=pl', '/?pack=xx', '/?letters=A'])(
  'the address %s leads to the site’s own pack, whatever was chosen before',
  async (path) => {
    if (path !== '/?pack=xx') savePreferences({ pack: 'de' });
    renderSite(path);
    expect(await turn(await findCards(), 0)).toBe('ant, card 1');
  },
);

test('letters are in the upper and lower case of their language', () => {
  expect(parseLetters('i,ı,İ,a', 'tr')).toEqual(['İ', 'I', 'A']);
  expect(parseLetters('i,ß,ä', 'de')).toEqual(['I', 'SS', 'Ä']);
  expect([
    bothCasesIn('tr', 'İ'),
    bothCasesIn('tr', 'I'),
    bothCasesIn('de', 'Ä'),
    bothCasesIn('ar', 'ب'),
  ]).toEqual(['İi', 'Iı', 'Ää', 'ب']);
  expect(splitAtLetter('iğne', 'İ', 'tr')).toEqual(['', 'i', 'ğne']);
  expect(splitAtLetter('İstanbul', 'İ', 'tr')).toEqual(['', 'İ', 'stanbul']);
});

test('the addresses of pictures, sounds and links name the pack', () => {
  const medium = { letter: 'A', name: 'Apfel', pack: 'de' as const };
  expect(toPictureAddress(medium)).toBe('/Images/A/Apfel.png?pack=de');
  expect(toSoundAddress(medium, 7)).toBe('/Audio/A/Apfel.mp3?pack=de&v=7');
  expect(toLetterSoundAddress('A', { pack: 'de' })).toBe('/Audio/letters/A.mp3?pack=de');
  expect(toLettersQuery(['A', 'B'], 'de')).toBe('?letters=A,B&pack=de');
});

test('the device’s voice says the letters and words of a further pack that have no recording', () => {
  const card = item('Apfel', { pack: 'de' });
  const say = (speech: 'both' | 'word' | 'letter', isSecond = false, changes = {}) =>
    toUttered({ ...card, ...changes }, { speech, isSecond });
  expect([say('both'), say('both', true), say('word'), say('letter')]).toEqual([
    'A. Apfel',
    'Apfel',
    'Apfel',
    'A',
  ]);
  expect(say('both', false, { hasLetterSound: true })).toBe('Apfel');
  expect(say('both', false, { hasSound: true })).toBeUndefined();
  expect(say('both', false, { pack: undefined })).toBe('Apfel');
  expect(say('letter', false, { pack: undefined })).toBeUndefined();
});

test('onward songs are those of the letters of the pack', async () => {
  const asked: unknown[] = [];
  site.on(catalog.listVideos, ({ query }) => {
    asked.push(query.letter);
    return { videos: [], nextCursor: null };
  });
  renderSite('/?pack=de&letters=Ä');
  const cards = await findCards();
  await turn(cards, 0);
  await turn(cards, 3);
  await waitFor(() => expect(asked).toEqual(['Ä']), { timeout: 4000 });
});
