import { catalog } from '@larksong/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { MIRA, TEO } from '../../testing/accounts.ts';
import { failure } from '../../testing/answers.ts';
import type { TestSite } from '../../testing/site.ts';
import { endModeration, isReady, lists, startModeration, user, visit } from './testing.ts';

let site: TestSite;

beforeEach(async () => {
  site = await startModeration();
});
afterEach(() => endModeration(site));

describe('muted authors', () => {
  let authors: catalog.MutedAuthor[];

  beforeEach(() => {
    authors = [
      {
        id: MIRA.id,
        name: 'mira',
        mute: 'refused',
        mutedAt: new Date(Date.now() - 2 * 86_400_000).toISOString(),
      },
    ];
    site.on(catalog.listMutedAuthors, () => ({ authors, nextCursor: null }));
    site.on(catalog.muteAuthor, ({ params, body }) => {
      authors = authors.flatMap((one) =>
        one.id !== params.id ? [one] : body.mute === 'none' ? [] : [{ ...one, mute: body.mute }],
      );
      return body;
    });
  });

  it('are listed without any comment, and unmuted with one press', async () => {
    lists.waiting = [];
    const { address } = await visit();
    await user.click(await screen.findByRole('button', { name: 'Muted' }));
    expect(await screen.findByText('muted 2 days ago')).toBeTruthy();
    expect(screen.getByText('Refused')).toBeTruthy();
    expect(address()).toBe('/comments?list=muted');
    await user.click(screen.getByRole('button', { name: 'Unmute mira' }));
    expect(await screen.findByText('Nobody is muted')).toBeTruthy();
    expect(screen.getByText('mira is no longer muted.')).toBeTruthy();
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Comments'));
    expect(site.bodies(catalog.muteAuthor)).toEqual([{ mute: 'none' }]);
  });

  it('are muted otherwise in the same dialog', async () => {
    await visit('/comments?list=muted');
    await user.click(await screen.findByRole('button', { name: 'Mute mira' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Comments by mira' }));
    expect(dialog.getByRole<HTMLInputElement>('radio', { name: /^Refused/ }).checked).toBe(true);
    await user.click(dialog.getByRole('radio', { name: /^Shown only after approval/ }));
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Shown only after approval')).toBeTruthy();
  });

  it('a refusal of an unmuting is said', async () => {
    site.on(catalog.muteAuthor, () => failure('UNAVAILABLE', 'Away.'));
    await visit('/comments?list=muted');
    await user.click(await screen.findByRole('button', { name: 'Unmute mira' }));
    expect(await screen.findByText('Away.')).toBeTruthy();
  });

  it('are no list for teachers', async () => {
    await visit('/comments?list=muted', TEO);
    await isReady();
    expect(screen.queryByRole('button', { name: 'Muted' })).toBeNull();
    expect(site.count(catalog.listMutedAuthors)).toBe(0);
  });
});
