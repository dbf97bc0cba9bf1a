import { act, cleanup, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';

import { signIn, signOut } from '../features/auth/session.ts';
import { renderSite } from '../testing/render.tsx';
import { MIRA, tokensOf } from '../testing/accounts.ts';
import { startSite, type TestSite } from '../testing/site.ts';

const user = userEvent.setup();
let site: TestSite;

beforeEach(async () => {
  site = await startSite();
});

afterEach(async () => {
  await act(() => signOut());
  cleanup();
  await site[Symbol.asyncDispose]();
});

test('a visitor reads the reasons for an account and can sign in', async () => {
  renderSite('/you');
  expect(await screen.findByText('This is the You page')).toBeTruthy();
  const reasons = within(screen.getByRole('region', { name: 'Why create an account?' }));
  expect(reasons.getAllByRole('listitem')).toHaveLength(3);
  await user.click(reasons.getByRole('button', { name: 'Sign in' }));
  expect(await screen.findByRole('dialog', { name: 'Sign in' })).toBeTruthy();
});

test('a signed-in user sees the links to personal pages', async () => {
  renderSite('/you');
  await screen.findByText('This is the You page');
  act(() => signIn({ ...tokensOf(MIRA), user: MIRA }));
  const link = async (name: string) => (await screen.findByRole('link', { name })).getAttribute('href');
  expect(await link('Liked videos')).toBe('/liked');
  expect(await link('Profile')).toBe('/profile');
  expect(screen.queryByRole('region', { name: 'Why create an account?' })).toBeNull();
});
