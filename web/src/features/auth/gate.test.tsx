import { game, type auth } from '@larksong/contracts';
import { act, cleanup, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { MIRA, TEO, TEO_WITH_LETTERS, tokensOf } from '../../testing/accounts.ts';
import { renderSite } from '../../testing/render.tsx';
import { startSite, type TestSite } from '../../testing/site.ts';
import { signIn, signOut, updateUser } from './session.ts';

let site: TestSite;

beforeEach(async () => {
  site = await startSite();
});

afterEach(async () => {
  await act(() => signOut());
  cleanup();
  await site[Symbol.asyncDispose]();
});

async function visitAs(path: string, visitor: auth.User): Promise<void> {
  renderSite(path);
  await screen.findByRole('heading', { level: 1 });
  act(() => signIn({ ...tokensOf(visitor), user: visitor }));
}

describe('the pages of teachers', () => {
  it.each([
    ['/upload', 'Upload Video'],
    ['/import', 'Import videos'],
  ])('%s opens for a teacher, and closes when the teacher becomes a plain user', async (path, name) => {
    await visitAs(path, TEO);
    await screen.findByRole('heading', { level: 1, name });
    act(() => updateUser({ ...TEO, teacher: null }));
    await screen.findByRole('heading', { level: 1, name: 'Access denied' });
    expect(screen.getByText('Superadmin required')).toBeTruthy();
    expect(screen.queryByRole('heading', { name })).toBeNull();
  });

  it.each(['/chips', '/accounts', '/accounts/import', '/status', '/status/audit'])(
    'a teacher is told that %s is for superadmins',
    async (path) => {
      await visitAs(path, TEO_WITH_LETTERS);
      expect(await screen.findByText('Superadmin required')).toBeTruthy();
    },
  );

  it.each([
    ['a user', MIRA],
    ['a teacher who may not change letters', TEO],
  ])('the letters of the game stay closed for %s, in the words of before', async (_, visitor) => {
    await visitAs('/game-admin', visitor);
    expect(await screen.findByRole('button', { name: `${visitor.username}, account` })).toBeTruthy();
    expect(screen.getByText('Access Denied - Superadmin Only.')).toBeTruthy();
  });

  it('a teacher who may change letters has their editor without grids and packs', async () => {
    site.on(game.listAdminCategories, () => ({ categories: [] }));
    site.on(game.listAdminPacks, () => ({ packs: [] }));
    await visitAs('/game-admin', TEO_WITH_LETTERS);
    expect(await screen.findByRole('heading', { name: 'Game Content Manager' })).toBeTruthy();
    expect(site.count(game.getGameSettings)).toBe(0);
  });
});
