import { auth } from '@larksong/contracts';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it } from 'vitest';

import { MIRA, OLIVE, tokensOf } from '../../testing/accounts.ts';
import { failure } from '../../testing/answers.ts';
import { renderSite } from '../../testing/render.tsx';
import { at, startSite, type TestSite } from '../../testing/site.ts';
import { signIn, signOut } from '../auth/session.ts';

const PLAN = at(auth.planDeletion, { id: MIRA.id });
const UNDO = at(auth.undoDeletion, { id: MIRA.id });
const planned = { isDisabled: true, deletedFrom: '2026-09-11T10:00:00.000Z' };

let site: TestSite;
/** The account as the server has it. */
let mira: auth.Account;
const user = userEvent.setup();

beforeEach(async () => {
  mira = { ...MIRA, isDisabled: false, lastSeenAt: null, deletedFrom: null };
  const olive = { ...OLIVE, isDisabled: false, lastSeenAt: null, deletedFrom: null };
  site = await startSite();
  site.on(auth.listKeptMails, () => ({ hasMailServer: true, mails: [], nextCursor: null }));
  site.on(auth.listInvitations, () => ({ invitations: [] }));
  site.on(auth.listAccounts, () => ({ accounts: [mira, olive], nextCursor: null }));
});

afterEach(async () => {
  await act(() => signOut());
  cleanup();
  await site[Symbol.asyncDispose]();
});

async function findItem(name: string) {
  return within((await screen.findByRole('heading', { level: 2, name })).closest('li')!);
}

async function visit() {
  act(() => signIn({ ...tokensOf(OLIVE), user: OLIVE }));
  renderSite('/accounts');
  return findItem('mira');
}

it('an account is deleted after a question about its videos, and the list says when', async () => {
  site.on(PLAN, () => {
    mira = { ...mira, ...planned };
    return { account: mira };
  });
  const item = await visit();
  await user.click(item.getByRole('button', { name: 'Delete' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Delete account' }));
  expect(dialog.getByText(new RegExp(`^Delete the account of mira \\(${MIRA.email}\\)\\?`))).toBeTruthy();
  expect(dialog.getByRole<HTMLInputElement>('radio', { name: /^They stay/ }).checked).toBe(true);
  await user.click(dialog.getByRole('radio', { name: /^They are deleted with it/ }));
  await user.click(dialog.getByRole('button', { name: 'Delete in 7 days' }));
  expect(await item.findByText('Will be deleted on 11 September 2026')).toBeTruthy();
  expect(site.bodies(auth.planDeletion)).toEqual([{ videos: 'delete' }]);
  expect(screen.queryByRole('dialog')).toBeNull();
  for (const name of ['Delete', 'Enable', 'Disable']) expect(item.queryByRole('button', { name })).toBeNull();
});

it('a deletion is undone by one press', async () => {
  mira = { ...mira, ...planned };
  site.on(UNDO, () => {
    mira = { ...mira, isDisabled: false, deletedFrom: null };
    return { account: mira };
  });
  const item = await visit();
  await user.click(item.getByRole('button', { name: 'Undo deletion' }));
  expect(await item.findByRole('button', { name: 'Disable' })).toBeTruthy();
  expect(item.queryByText(/Will be deleted/)).toBeNull();
});

it('a refused deletion says why in the dialog, and a refused undoing in an alert', async () => {
  site.on(PLAN, () => failure('LAST_SUPERADMIN', 'This is the only superadmin.'));
  const item = await visit();
  await user.click(item.getByRole('button', { name: 'Delete' }));
  const dialog = within(screen.getByRole('dialog'));
  await user.click(dialog.getByRole('button', { name: 'Delete in 7 days' }));
  expect(await dialog.findByText('This is the only superadmin.')).toBeTruthy();
  await user.click(dialog.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it('a deletion that somebody else has undone is no longer offered to be undone', async () => {
  mira = { ...mira, ...planned };
  site.on(UNDO, () => {
    mira = { ...mira, isDisabled: false, deletedFrom: null };
    return failure('CONFLICT', 'This account is no longer going to be deleted.');
  });
  const item = await visit();
  await user.click(item.getByRole('button', { name: 'Undo deletion' }));
  const alert = within(await screen.findByRole('alertdialog'));
  expect(alert.getByText('This account is no longer going to be deleted.')).toBeTruthy();
  await user.click(alert.getByRole('button', { name: 'OK' }));
  expect(await item.findByRole('button', { name: 'Delete' })).toBeTruthy();
});

it('the own account is not offered to be deleted here', async () => {
  await visit();
  const own = await findItem('Olive Tanaka');
  expect(own.queryByRole('button', { name: 'Delete' })).toBeNull();
});
