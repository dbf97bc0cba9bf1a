import { game } from '@larksong/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';

import { failure, NO_ANSWER } from '../../testing/answers.ts';
import { at } from '../../testing/site.ts';
import {
  ADD_LETTER,
  LETTERS,
  answer,
  button,
  expectAlert,
  expectMarked,
  toCategory,
  user,
  visit,
  useContent,
} from './test-content.ts';

const content = useContent();

describe('the letters', () => {
  it('letters are listed with their items, and the address chooses one', async () => {
    const { address } = await visit();
    const list = within(await screen.findByRole('list', { name: 'Categories' }));
    expect(list.getByRole('button', { name: 'Letter A 4 cards' })).toBeTruthy();
    expect(screen.getByText('Select a category to manage items')).toBeTruthy();
    await user.click(list.getByRole('button', { name: 'Letter B 0 cards' }));
    expect(await screen.findByText('Letter B has no words yet. Add the first one.')).toBeTruthy();
    expect(address()).toBe('/game-admin?letter=B');
    expect(screen.getByRole('button', { name: 'Play this letter' }).hasAttribute('disabled')).toBe(true);
    await user.click(list.getByRole('button', { name: 'Letter A 4 cards' }));
    const play = await screen.findByRole('link', { name: 'Play this letter' });
    expect(play.getAttribute('href')).toBe('/?letters=A');
  });

  it.each([
    [' q', 'Q'],
    ['ß', 'ß'],
  ])('the letter %j is added as %s, and chosen', async (typed, letter) => {
    content.site.on(ADD_LETTER, () => {
      content.letters = [...content.letters, letter];
      return { category: toCategory(content, letter) };
    });
    await visit();
    await user.type(screen.getByLabelText('New letter'), `${typed}{Enter}`);
    expect(await screen.findByRole('heading', { name: `Letter ${letter}` })).toBeTruthy();
    expect(content.site.bodies(ADD_LETTER)).toEqual([{ letter }]);
    expect(screen.getByLabelText<HTMLInputElement>('New letter').value).toBe('');
  });

  it('a letter that is added while the list is loading appears in it', async () => {
    const held = Promise.withResolvers<undefined>();
    content.site.on(LETTERS, async () => {
      const before = { categories: [toCategory(content, 'A')] };
      content.site.on(LETTERS, () => ({
        categories: content.letters.map((letter) => toCategory(content, letter)),
      }));
      await held.promise;
      return before;
    });
    content.site.on(ADD_LETTER, () => {
      content.letters = ['A', 'B', 'Q'];
      return { category: toCategory(content, 'Q') };
    });
    await visit();
    await waitFor(() => expect(content.site.count(LETTERS)).toBe(1));
    await user.type(screen.getByLabelText('New letter'), 'q{Enter}');
    expect(await screen.findByRole('heading', { name: 'Letter Q' })).toBeTruthy();
    held.resolve(undefined);
  });

  it('a letter of more or fewer than one character is not sent', async () => {
    await visit();
    await user.click(button('Add'));
    expect(screen.getByText('Enter a letter')).toBeTruthy();
    await user.type(screen.getByLabelText('New letter'), 'ab{Enter}');
    expect(screen.getByText('A letter is exactly one character')).toBeTruthy();
    expect(content.site.count(ADD_LETTER)).toBe(0);
  });

  it('a letter that could not be added is reported in an alert, with the server’s message or our own', async () => {
    await visit();
    content.site.on(ADD_LETTER, () => failure('CATEGORY_TAKEN', 'This letter already exists.'));
    await user.type(screen.getByLabelText('New letter'), 'a');
    await user.click(button('Add'));
    await expectAlert('This letter already exists.');
    expectMarked('New letter', 'This letter already exists.');
    content.site.on(ADD_LETTER, () => NO_ANSWER);
    await user.click(button('Add'));
    await expectAlert('Failed to create category');
    expect(screen.getByLabelText<HTMLInputElement>('New letter').value).toBe('a');
  });

  it('a letter is deleted after a confirmation', async () => {
    content.site.on(at(game.deleteCategory, { id: 'id-A' }), () => {
      content.letters = ['B'];
    });
    const { address } = await visit('/game-admin?letter=A');
    await user.click(await screen.findByRole('button', { name: 'Delete letter A' }));
    expect(screen.getByText('Delete this category and ALL its items? This cannot be undone.')).toBeTruthy();
    await answer('Cancel');
    expect(content.site.count(at(game.deleteCategory, { id: 'id-A' }))).toBe(0);
    await user.click(button('Delete letter A'));
    await answer('Delete');
    expect(await screen.findByText('Select a category to manage items')).toBeTruthy();
    expect(address()).toBe('/game-admin');
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Categories' }));
  });

  it('letters that failed to load can be loaded again', async () => {
    content.site.on(LETTERS, () => failure('TOO_MANY_REQUESTS', 'Too many requests.'));
    await visit();
    const alert = within(await screen.findByRole('alert'));
    expect(alert.getByText('Too many requests.')).toBeTruthy();
    content.site.on(LETTERS, () => ({ categories: [] }));
    await user.click(alert.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('There are no letters yet. Add the first one.')).toBeTruthy();
  });
});
