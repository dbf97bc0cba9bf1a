import { game } from '@larksong/contracts';
import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';

import { failure } from '../../testing/answers.ts';
import { button, pair, user, visit, useContent } from './test-content.ts';

const PUT_SETTINGS = game.putGameSettings;
const content = useContent();

describe('missing media', () => {
  beforeEach(() => {
    content.items = [
      ...pair('ant', { hasPicture: true, hasSound: true, soundState: 'ready' }),
      ...pair('apple', { hasPicture: true }),
      ...pair('bee', { letter: 'B', categoryId: 'id-B' }),
    ];
  });

  it('missing media are summed up for each letter and for all', async () => {
    await visit();
    expect(await screen.findByText(/^2 letters with 3 words, 1 picture and 2 sounds missing\./)).toBeTruthy();
    expect(button('Letter B, 1 picture and 1 sound missing')).toBeTruthy();
    expect(screen.getByText('Letter Q has not been added yet')).toBeTruthy();
  });

  it('the button Next missing goes through the missing media, name by name and letter by letter', async () => {
    await visit();
    const next = await screen.findByRole('button', { name: 'Next missing' });
    const expectFocus = async (name: string) =>
      waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { level: 3, name })));
    await user.click(next);
    await expectFocus('apple');
    await user.click(next);
    await expectFocus('bee');
    await user.click(next);
    await expectFocus('apple');
  });
});

describe('the grids', () => {
  it('the grids for players are saved at once, and one must remain', async () => {
    content.site.on(PUT_SETTINGS, ({ body }) => {
      content.grids = body.grids;
      return { settings: { grids: content.grids } };
    });
    await visit();
    const box = (name: string) => screen.getByRole<HTMLInputElement>('checkbox', { name });
    await user.click(await screen.findByRole('checkbox', { name: '2x2 4 cards' }));
    expect((await screen.findByRole('alert')).textContent).toBe('Choose at least one board.');
    expect(box('2x2 4 cards').checked).toBe(true);
    await user.click(box('3x3 8 cards'));
    expect(await screen.findByText('Saved.')).toBeTruthy();
    expect(content.site.bodies(PUT_SETTINGS)).toEqual([{ grids: ['2x2', '3x3'] }]);
    expect(screen.queryByRole('alert')).toBeNull();
    content.site.on(PUT_SETTINGS, () => failure('TOO_MANY_REQUESTS', 'Too many requests.'));
    await user.click(box('4x4 16 cards'));
    expect(await screen.findByText('Too many requests.')).toBeTruthy();
    expect(box('4x4 16 cards').checked).toBe(false);
  });
});
