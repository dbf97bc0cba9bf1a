import { game } from '@larksong/contracts';
import { act, screen, waitFor } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { describe, expect, it } from 'vitest';

import { renderInPage } from '../../testing/render.tsx';
import { OLIVE, tokensOf } from '../../testing/accounts.ts';
import { failure, NO_ANSWER } from '../../testing/answers.ts';
import { at } from '../../testing/site.ts';
import { DialogHost } from '../../ui/dialog-host.tsx';
import { signIn } from '../auth/session.ts';
import { ManageContent } from './manage-content.tsx';
import {
  ADD_ITEM,
  ADD_LETTER,
  add,
  answer,
  button,
  expectAlert,
  expectMarked,
  findName,
  toCategory,
  toItem,
  user,
  visit,
  useContent,
} from './test-content.ts';

const content = useContent();

describe('the cards', () => {
  it('cards are shown with name, type and the path of the picture, next to the note about files', async () => {
    await visit('/game-admin?letter=A');
    const apple = await findName('apple');
    const cards = apple.getAllByRole('listitem').map((card) => card.textContent);
    expect(cards).toEqual([
      'apple Letter Card/Images/A/apple.pngDelete',
      'apple Image Card/Images/A/apple.pngDelete',
    ]);
    const note = screen.getByText(/^Image and audio files must be placed at/).textContent;
    expect(note).toContain('/public/Images/{letter}/{name}.png and /public/Audio/{letter}/{name}.mp3');
  });

  it('a pair is added by the same call twice, and the name field is ready for the next', async () => {
    content.site.on(ADD_ITEM, () => ({
      item: add(content, toItem('axe', content.items.length, { type: 'image' })),
    }));
    await visit('/game-admin?letter=A');
    await user.selectOptions(await screen.findByLabelText('Type'), 'Image Card');
    await user.type(screen.getByLabelText('Name'), '  axe ');
    await user.click(button('Add Pair (Creates 2 Cards)'));
    const axe = await findName('axe');
    expect(axe.getAllByRole('listitem')).toHaveLength(2);
    const item = { categoryId: 'id-A', type: 'image', name: 'axe' };
    expect(content.site.bodies(ADD_ITEM)).toEqual([item, item]);
    const field = screen.getByLabelText<HTMLInputElement>('Name');
    expect(field.value).toBe('');
    expect(document.activeElement).toBe(field);
  });

  it('a pair with an existing name is added, and the new number of its cards is shown', async () => {
    content.site.on(ADD_ITEM, () => ({ item: add(content, toItem('apple', content.items.length)) }));
    await visit('/game-admin?letter=A');
    await findName('apple');
    await user.type(screen.getByLabelText('Name'), 'apple{Enter}');
    const sentence = 'apple already existed. It now has 4 cards, of which a game deals two.';
    expect(await screen.findByText(sentence)).toBeTruthy();
    expect(screen.queryByText('apple was added, with two cards.')).toBeNull();
    expect(content.site.count(ADD_ITEM)).toBe(2);
  });

  it('the form explains the types of cards', async () => {
    await visit('/game-admin?letter=A');
    const type = await screen.findByLabelText('Type');
    const hint = document.getElementById(type.getAttribute('aria-describedby') ?? '');
    expect(hint?.textContent).toMatch(/A Letter Card is the letter side, an Image Card the picture side/);
  });

  it('a pair without a valid name is refused with the reason', async () => {
    await visit('/game-admin?letter=A');
    await user.type(await screen.findByLabelText('Name'), '  {Enter}');
    expect(screen.getByText('Enter a name')).toBeTruthy();
    expect(content.site.count(ADD_ITEM)).toBe(0);
    content.site.on(ADD_ITEM, () => failure('VALIDATION_FAILED', 'A name cannot begin or end with a dot'));
    await user.type(screen.getByLabelText('Name'), '.a{Enter}');
    await expectAlert('A name cannot begin or end with a dot');
    expect(content.site.count(ADD_ITEM)).toBe(1);
    expectMarked('Name', 'A name cannot begin or end with a dot');
    content.site.on(ADD_ITEM, () => NO_ANSWER);
    await user.type(screen.getByLabelText('Name'), 'b');
    await user.click(button('Add Pair (Creates 2 Cards)'));
    await expectAlert('Failed to create item');
    // The name is valid.
    expect(screen.getByLabelText('Name').getAttribute('aria-invalid')).toBeNull();
  });

  it('a pair of which only one card was created is reported and can be completed', async () => {
    content.site.on(ADD_ITEM, () => {
      if (content.items.some(({ name }) => name === 'axe')) return failure('TOO_BUSY', 'The site is busy.');
      return { item: add(content, toItem('axe', 1)) };
    });
    await visit('/game-admin?letter=A');
    await user.type(await screen.findByLabelText('Name'), 'axe{Enter}');
    await expectAlert('Created first card but failed to create matching pair');
    const before = content.site.count(ADD_ITEM);
    content.site.on(ADD_ITEM, () => ({ item: add(content, toItem('axe', 2, { type: 'image' })) }));
    const axe = await findName('axe');
    expect(axe.getAllByRole('listitem')).toHaveLength(1);
    await user.click(await axe.findByRole('button', { name: 'Add the second card' }));
    await waitFor(() => expect(axe.getAllByRole('listitem')).toHaveLength(2));
    expect(axe.queryByText('A single card is never dealt.')).toBeNull();
    const added = content.site.bodies(ADD_ITEM).slice(before);
    expect(added.map(({ type }) => type)).toEqual(['image']); // the existing card is a letter card
  });

  it('cards are deleted one by one after a confirmation', async () => {
    content.site.on(at(game.deleteItem, { id: 'ant-2' }), () => {
      content.items = content.items.filter(({ id }) => id !== 'ant-2');
    });
    await visit('/game-admin?letter=A');
    const ant = await findName('ant');
    await user.click(ant.getByRole('button', { name: 'Delete ant, card 2, Image Card' }));
    expect(screen.getByText('Delete this item?')).toBeTruthy();
    await answer('Delete');
    await waitFor(() => expect(ant.getAllByRole('listitem')).toHaveLength(1));
    const heading = screen.getByRole('heading', { name: 'Letter A' });
    await waitFor(() => expect(document.activeElement).toBe(heading));
  });
});

describe('the panel on the game page', () => {
  async function showPanel(): Promise<void> {
    act(() => signIn({ ...tokensOf(OLIVE), user: OLIVE }));
    renderInPage(
      <MemoryRouter>
        <ManageContent />
        <DialogHost />
      </MemoryRouter>,
    );
    await screen.findByRole('heading', { name: 'Manage Content' });
  }

  it('the panel on the game page shows letters with their item counts, and deletes cards of one', async () => {
    content.site.on(at(game.deleteItem, { id: 'ant-1' }), () => {
      content.items = content.items.filter(({ id }) => id !== 'ant-1');
    });
    await showPanel();
    await user.click(await screen.findByRole('button', { name: 'Letter A 4 cards' }));
    await user.click(await screen.findByRole('button', { name: 'Del ant, card 1, Letter Card' }));
    expect(screen.getByText('Delete this item?')).toBeTruthy();
    await answer('Delete');
    expect(await screen.findByRole('button', { name: 'Letter A 3 cards' })).toBeTruthy();
  });

  it('the panel on the game page adds letters and pairs', async () => {
    content.site.on(ADD_LETTER, () => {
      content.letters = ['A', 'B', 'Q'];
      return { category: toCategory(content, 'Q') };
    });
    content.site.on(ADD_ITEM, () => ({
      item: add(content, toItem('queen', content.items.length, { letter: 'Q', categoryId: 'id-Q' })),
    }));
    await showPanel();
    await user.type(screen.getByLabelText('New letter'), 'q{Enter}');
    await screen.findByRole('heading', { name: 'Letter Q' });
    await user.type(screen.getByLabelText('Name'), 'queen{Enter}');
    expect(await screen.findByRole('button', { name: 'Letter Q 2 cards' })).toBeTruthy();
  });
});
