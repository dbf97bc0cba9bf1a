import { game, type Endpoint } from '@larksong/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';

import { failure } from '../../testing/answers.ts';
import { at } from '../../testing/site.ts';
import {
  ADD_ITEM,
  ADD_LETTER,
  answer,
  button,
  LETTERS,
  pair,
  toCategory,
  user,
  useContent,
  visit,
} from './test-content.ts';

const ID = '01890000-0000-7000-8000-000000000001';
const content = useContent();

const starter = { wordCount: 82, letters: ['A', 'B'], missingLetters: ['Ä', 'C'] };

/** Makes the site have a German pack with the letter Ä, next to its own. */
beforeEach(() => {
  const german = { ...toCategory(content, 'Ä'), pack: 'de' as const };
  content.site.on(game.listAdminPacks, () => ({
    packs: [
      { language: 'en' as const, letterCount: 2, starter: null },
      { language: 'de' as const, letterCount: 1, starter },
      { language: 'pl' as const, letterCount: 0, starter: null },
    ],
  }));
  content.site.on(LETTERS, ({ query }) => ({
    categories: query.pack === 'de' ? [german] : content.letters.map((letter) => toCategory(content, letter)),
  }));
  content.site.on(at(game.listCategoryItems, { id: 'id-Ä' }), () => ({
    items: pair('Äpfel', { letter: 'Ä', categoryId: 'id-Ä', pack: 'de' }),
    category: german,
  }));
});

const queriesOf = (target: Endpoint) =>
  content.site.calls(target).map(({ query }) => (query as { pack?: string }).pack);

it('another pack is chosen at the top, and its letters and words are edited in it', async () => {
  const { address } = await visit();
  const choice = await screen.findByLabelText('Language');
  expect(
    within(choice)
      .getAllByRole('option')
      .map(({ textContent }) => textContent),
  ).toEqual(['English', 'Deutsch']);
  await user.selectOptions(choice, 'de');
  await waitFor(() => expect(address()).toBe('/game-admin?pack=de'));
  await user.click(await screen.findByRole('button', { name: /^Letter Ä, / }));
  expect(address()).toBe(`/game-admin?pack=de&letter=${encodeURIComponent('Ä')}`);
  const heading = await screen.findByRole('heading', { level: 3, name: 'Äpfel' });
  expect(heading.lang).toBe('de');
  expect(screen.getByText('/public/de/Images/{letter}/{name}.png')).toBeTruthy();

  content.site.on(ADD_LETTER, () => ({ category: { ...toCategory(content, 'Ö'), pack: 'de' as const } }));
  await user.type(screen.getByLabelText('New letter'), 'ö{Enter}');
  await waitFor(() => expect(address()).toBe(`/game-admin?pack=de&letter=${encodeURIComponent('Ö')}`));
  expect(queriesOf(ADD_LETTER)).toEqual(['de']);
  content.site.on(ADD_ITEM, () => ({ item: pair('Ähre')[0]! }));
  await user.click(screen.getByRole('button', { name: /^Letter Ä, / }));
  await user.type(await screen.findByLabelText('Name'), 'Ähre{Enter}');
  await waitFor(() => expect(queriesOf(ADD_ITEM)).toEqual(['de', 'de']));
  content.site.on(game.deleteItem, () => failure('ITEM_NOT_FOUND'));
  await user.click(screen.getAllByRole('button', { name: /^Delete Äpfel/ })[0]!);
  await answer('Delete');
  await waitFor(() => expect(queriesOf(game.deleteItem)).toEqual(['de']));
});

it('a starter pack is added on demand, and its progress is that of an import', async () => {
  const started = {
    id: ID,
    language: 'de' as const,
    state: 'running' as const,
    createdAt: new Date().toISOString(),
  };
  const progress = { stepCount: 82, doneCount: 3, preparingCount: 0, lines: [] };
  content.site.on(game.importStarterPack, () => ({ import: { ...started, ...progress } }));
  content.site.on(at(game.getPackImport, { id: ID }), () => ({ import: { ...started, ...progress } }));
  await visit();
  await user.click(await screen.findByText('Other languages'));
  expect(
    screen.getByText(/82 words with pictures for 2 letters, none for Ä and C\. It has no sounds/),
  ).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Add starter pack, Polski' })).toBeNull();
  await user.click(button('Add starter pack, Deutsch'));
  expect(await screen.findByText('Importing the pack: 3 of 82')).toBeTruthy();
});

it('a starter pack that cannot be added says why', async () => {
  content.site.on(game.importStarterPack, () => failure('STORAGE_FULL', 'There is no space left.'));
  await visit();
  await user.click(await screen.findByText('Other languages'));
  await user.click(button('Add starter pack, Deutsch'));
  expect(await screen.findByText('There is no space left.')).toBeTruthy();
});

it('a pack without letters can be begun', async () => {
  const { address } = await visit();
  await user.click(await screen.findByText('Other languages'));
  await user.click(button('Edit letters and words, Polski'));
  await waitFor(() => expect(address()).toBe('/game-admin?pack=pl'));
  expect(
    within(await screen.findByLabelText('Language'))
      .getAllByRole('option')
      .map(({ textContent }) => textContent),
  ).toEqual(['English', 'Deutsch', 'Polski']);
});
