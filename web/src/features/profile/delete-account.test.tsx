import { auth, catalog } from '@larksong/contracts';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';

import { readTokens } from '../../api/tokens.ts';
import { MIRA, OLIVE, tokensOf } from '../../testing/accounts.ts';
import { failure } from '../../testing/answers.ts';
import { renderSite } from '../../testing/render.tsx';
import { startSite, type TestSite } from '../../testing/site.ts';
import { signIn, signOut } from '../auth/session.ts';

const user = userEvent.setup();
let site: TestSite;

beforeEach(async () => {
  site = await startSite();
  site.on(auth.listSessions, () => ({ sessions: [] }));
  site.on(catalog.listNotices, () => ({ notices: [] }));
  site.on(auth.deleteAccount, () => undefined);
  site.on(catalog.countOwnLists, () => ({ lists: 0, links: 0 }));
});

afterEach(async () => {
  await act(() => signOut());
  cleanup();
  await site[Symbol.asyncDispose]();
});

/** Opens the dialog on the profile of a user. */
async function ask(of: auth.User) {
  site.on(auth.getProfile, () => ({ user: of }));
  act(() => signIn({ ...tokensOf(of), user: of }));
  renderSite('/profile');
  const section = within(await screen.findByRole('region', { name: 'Delete account' }));
  await user.click(section.getByRole('button', { name: 'Delete my account' }));
  return within(screen.getByRole('dialog', { name: 'Delete your account?' }));
}

test('a member is told what happens, types the password, and is signed out here too', async () => {
  const dialog = await ask(MIRA);
  expect(dialog.getByText(/they stay on the site without your name/)).toBeTruthy();
  expect(dialog.queryByRole('radio')).toBeNull();
  await user.click(dialog.getByRole('button', { name: 'Delete my account' }));
  expect(await dialog.findByText('Enter your password.')).toBeTruthy();
  expect(site.count(auth.deleteAccount)).toBe(0);
  await user.type(dialog.getByLabelText('Your password'), 'correct horse');
  await user.click(dialog.getByRole('button', { name: 'Delete my account' }));
  const alert = within(await screen.findByRole('alertdialog', { name: 'Your account has been deleted' }));
  expect(alert.getByText(/You can register again/)).toBeTruthy();
  expect(site.bodies(auth.deleteAccount)).toEqual([{ password: 'correct horse', videos: 'keep' }]);
  expect(readTokens()).toBeNull();
  expect(site.count(auth.logout)).toBe(0);
  await user.click(alert.getByRole('button', { name: 'OK' }));
  expect(screen.getByText('You need to sign in to view your profile.')).toBeTruthy();
});

test('a member is told how many lists and links end, and that those of the site stay', async () => {
  site.on(catalog.countOwnLists, () => ({ lists: 3, links: 1 }));
  const dialog = await ask(MIRA);
  expect(await dialog.findByText('Your 3 lists are deleted.')).toBeTruthy();
  expect(dialog.getByText('Your link to a list and its posters open nothing any more.')).toBeTruthy();
  expect(dialog.getByText(/^Lists of the site stay/)).toBeTruthy();
});

test('a member without lists is told nothing about them, and one whose lists are unknown that they end', async () => {
  const dialog = await ask(MIRA);
  await waitFor(() => expect(dialog.queryByText(/lists/)).toBeNull());
  site.on(catalog.countOwnLists, () => failure('UNAVAILABLE'));
  await user.click(dialog.getByRole('button', { name: 'Cancel' }));
  cleanup();
  const again = await ask(MIRA);
  expect(await again.findByText(/^Your lists are deleted, and your links/)).toBeTruthy();
});

test('a superadmin chooses what happens to the uploaded videos', async () => {
  const dialog = await ask(OLIVE);
  expect(dialog.getByRole<HTMLInputElement>('radio', { name: /^They stay/ }).checked).toBe(true);
  await user.click(dialog.getByRole('radio', { name: /^They are deleted/ }));
  await user.type(dialog.getByLabelText('Your password'), 'correct horse{Enter}');
  await screen.findByRole('alertdialog');
  expect(site.bodies(auth.deleteAccount)).toEqual([{ password: 'correct horse', videos: 'delete' }]);
});

test.each([
  [failure('WRONG_PASSWORD'), 'The password is incorrect.'],
  [failure('LAST_SUPERADMIN', 'This is the only superadmin.'), 'This is the only superadmin.'],
  [failure('TOO_MANY_REQUESTS', 'Too many requests.'), /Too many requests\./],
])('a refused deletion says why and keeps the session', async (refusal, sentence) => {
  const dialog = await ask(OLIVE);
  site.on(auth.deleteAccount, () => refusal);
  await user.type(dialog.getByLabelText('Your password'), 'a guess{Enter}');
  expect(await dialog.findByText(sentence)).toBeTruthy();
  expect(readTokens()).not.toBeNull();
});

test('cancelling the deletion makes no call and returns the focus', async () => {
  const dialog = await ask(MIRA);
  await user.click(dialog.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(site.count(auth.deleteAccount)).toBe(0);
});
