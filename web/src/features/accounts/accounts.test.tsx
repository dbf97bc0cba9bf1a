import { auth } from '@larksong/contracts';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { renderSite, typeAtOnce } from '../../testing/render.tsx';
import { MIRA, OLIVE, tokensOf } from '../../testing/accounts.ts';
import { failure, succeed } from '../../testing/answers.ts';
import { at, startSite, type TestSite } from '../../testing/site.ts';
import { signIn, signOut } from '../auth/session.ts';

const LIST = auth.listAccounts;
const INVITATIONS = auth.listInvitations;

const mira: auth.Account = { ...MIRA, emailVerified: false, isDisabled: false, lastSeenAt: null };
const olive: auth.Account = { ...OLIVE, isDisabled: false, lastSeenAt: new Date().toISOString() };
let site: TestSite;
/** The server's accounts. */
let accounts: auth.Account[];
const user = userEvent.setup();

beforeEach(async () => {
  accounts = [olive, mira];
  site = await startSite();
  site.on(auth.listKeptMails, () => ({ hasMailServer: true, mails: [], nextCursor: null }));
  site.on(LIST, ({ query }) => ({
    accounts: accounts.filter(({ email }) => email.includes(query.q ?? '')),
    nextCursor: null,
  }));
  site.on(INVITATIONS, () => ({ invitations: [] }));
});

afterEach(async () => {
  await act(() => signOut());
  cleanup();
  await site[Symbol.asyncDispose]();
});

async function visit(path = '/accounts') {
  act(() => signIn({ ...tokensOf(OLIVE), user: OLIVE }));
  const rendered = renderSite(path);
  await screen.findByRole('heading', { name: 'Accounts' });
  return rendered;
}

async function findAccount(name: string) {
  return within((await screen.findByRole('heading', { level: 2, name })).closest('li')!);
}

function answer(name: string): Promise<void> {
  return user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name }));
}

/** Handles changes of an account like the server, which remembers them. */
function takeChanges(account: auth.Account): void {
  site.on(at(auth.updateAccount, { id: account.id }), ({ body }) => {
    const { teacher: _, ...rest } = body;
    const changed = { ...account, ...rest };
    accounts = accounts.map((other) => (other.id === account.id ? changed : other));
    return { account: changed };
  });
}

/** Returns the requested changes of all accounts. */
const changes = () => site.calls(auth.updateAccount).map(({ params, body }) => ({ id: params.id, ...body }));

describe('the list', () => {
  it('the account list shows every account with all its facts', async () => {
    accounts = [olive, { ...mira, isDisabled: true }];
    await visit();
    const own = await findAccount('Olive Tanaka');
    for (const text of ['olive', OLIVE.email, 'superadmin', 'Email verified', 'You', OLIVE.id])
      expect(own.getByText(text)).toBeTruthy();
    expect(own.getByText('Last seen 0 minutes ago')).toBeTruthy();
    const other = await findAccount('mira');
    for (const text of ['user', 'Email not verified', 'Disabled', 'Not seen recently'])
      expect(other.getByText(text)).toBeTruthy();
    expect(screen.getByText('2 accounts')).toBeTruthy();
  });

  it('the account list loads the next page by a button', async () => {
    site.on(LIST, ({ query }) =>
      query.cursor === 'next'
        ? { accounts: [mira], nextCursor: null }
        : { accounts: [olive], nextCursor: 'next' },
    );
    await visit();
    await screen.findByText('1+ accounts');
    await user.click(screen.getByRole('button', { name: 'More accounts' }));
    await findAccount('mira');
    expect(screen.getByText('2 accounts')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'More accounts' })).toBeNull();
  });

  it('an account list that failed to load says why and can be loaded again', async () => {
    site.on(LIST, () => failure('TOO_MANY_REQUESTS', 'Too many requests.'));
    await visit();
    const alert = within(await screen.findByRole('alert'));
    expect(alert.getByText('Too many requests.')).toBeTruthy();
    site.on(LIST, () => ({ accounts, nextCursor: null }));
    await user.click(alert.getByRole('button', { name: 'Try again' }));
    await findAccount('mira');
  });
});

describe('the search', () => {
  it('an account search goes into the address and to the server once per typed text', async () => {
    const { address } = await visit();
    await findAccount('Olive Tanaka');
    typeAtOnce(screen.getByLabelText('Search'), 'mira');
    await waitFor(() => expect(screen.queryByRole('heading', { name: 'Olive Tanaka' })).toBeNull());
    expect(await screen.findByText('1 account')).toBeTruthy();
    expect(address()).toBe('/accounts?q=mira');
    expect(site.count(LIST)).toBe(2);
  });

  it('an account search comes from the address, and a link without one shows all accounts', async () => {
    await visit('/accounts?q=mira');
    expect(await screen.findByText('1 account')).toBeTruthy();
    const field = screen.getByLabelText<HTMLInputElement>('Search');
    expect(field.value).toBe('mira');
    await user.click(screen.getByRole('button', { name: 'Menu' }));
    await user.click(await screen.findByRole('link', { name: 'Accounts' }));
    expect(await screen.findByText('2 accounts')).toBeTruthy();
    expect(field.value).toBe('');
  });

  it('the Back button restores an account search that was left by a link', async () => {
    const { address, back } = await visit();
    await findAccount('Olive Tanaka');
    const field = screen.getByLabelText<HTMLInputElement>('Search');
    await user.type(field, 'mira');
    expect(await screen.findByText('1 account')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Menu' }));
    await user.click(await screen.findByRole('link', { name: 'Accounts' }));
    expect(await screen.findByText('2 accounts')).toBeTruthy();
    await act(back);
    expect(await screen.findByText('1 account')).toBeTruthy();
    expect(field.value).toBe('mira');
    expect(address()).toBe('/accounts?q=mira');
  });

  it('an account search without results leads back to all accounts', async () => {
    const { address } = await visit('/accounts?q=nobody');
    await screen.findByRole('heading', { name: 'No accounts found' });
    await user.click(screen.getByRole('button', { name: 'Show all' }));
    expect(await screen.findByText('2 accounts')).toBeTruthy();
    expect(address()).toBe('/accounts');
  });
});

describe('an account', () => {
  it('the id of an account can be copied, and the button says so', async () => {
    await visit();
    const item = await findAccount('mira');
    await user.click(item.getByRole('button', { name: 'Copy id' }));
    expect(await item.findByRole('button', { name: 'Copied' })).toBeTruthy();
    expect(item.getByRole('status').textContent).toBe('Copied');
    expect(await navigator.clipboard.readText()).toBe(MIRA.id);
    expect(await item.findByRole('button', { name: 'Copy id' }, { timeout: 4_000 })).toBeTruthy();
  });

  it('the id of an account is shown to copy by hand where the browser offers no clipboard', async () => {
    await visit();
    const item = await findAccount('mira');
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValueOnce(new Error('Not allowed'));
    await user.click(item.getByRole('button', { name: 'Copy id' }));
    expect((await screen.findByRole('alertdialog')).textContent).toContain(MIRA.id);
    await answer('OK');
    expect(item.queryByText('Copied')).toBeNull();
  });

  it('an account becomes superadmin and user again, each after a confirmation', async () => {
    takeChanges(mira);
    await visit();
    await user.click((await findAccount('mira')).getByRole('button', { name: 'Make superadmin' }));
    await answer('Cancel');
    expect(changes()).toEqual([]);
    await user.click((await findAccount('mira')).getByRole('button', { name: 'Make superadmin' }));
    await answer('Make superadmin');
    const item = await findAccount('mira');
    await user.click(await item.findByRole('button', { name: 'Make user' }));
    await answer('Make user');
    expect(await item.findByRole('button', { name: 'Make superadmin' })).toBeTruthy();
    expect(changes()).toEqual([
      { id: MIRA.id, role: 'superadmin' },
      { id: MIRA.id, role: 'user' },
    ]);
  });

  it('an account is disabled after a confirmation and enabled without one', async () => {
    takeChanges(mira);
    await visit();
    const item = await findAccount('mira');
    await user.click(item.getByRole('button', { name: 'Disable' }));
    await answer('Disable');
    await user.click(await item.findByRole('button', { name: 'Enable' }));
    expect(await item.findByRole('button', { name: 'Disable' })).toBeTruthy();
    expect(changes()).toEqual([
      { id: MIRA.id, isDisabled: true },
      { id: MIRA.id, isDisabled: false },
    ]);
  });

  it('an account without a verified email is confirmed, and that is taken back', async () => {
    accounts = [olive, { ...mira, isConfirmed: false }];
    takeChanges({ ...mira, isConfirmed: false });
    await visit();
    const item = await findAccount('mira');
    await user.click(item.getByRole('button', { name: 'Confirm' }));
    expect(await item.findByText('Confirmed')).toBeTruthy();
    await user.click(await item.findByRole('button', { name: 'Take confirmation back' }));
    expect(await item.findByRole('button', { name: 'Confirm' })).toBeTruthy();
    expect(changes()).toEqual([
      { id: MIRA.id, isConfirmed: true },
      { id: MIRA.id, isConfirmed: false },
    ]);
    expect(screen.getAllByRole('button', { name: 'Confirm' })).toHaveLength(1); // a superadmin needs none
  });

  it('a list that did not reload after a change is marked as out of date', async () => {
    takeChanges(mira);
    await visit();
    const item = await findAccount('mira');
    site.on(LIST, () => failure('TOO_MANY_REQUESTS', 'Too many requests.'));
    await user.click(item.getByRole('button', { name: 'Make superadmin' }));
    await answer('Make superadmin');
    expect(await screen.findByText('Too many requests. What you see may be out of date.')).toBeTruthy();
  });

  it('the last superadmin keeps the role, and the server’s sentence is shown', async () => {
    const sentence = 'This is the only superadmin. Please make someone else a superadmin first.';
    site.on(at(auth.updateAccount, { id: OLIVE.id }), () => failure('LAST_SUPERADMIN', sentence));
    await visit();
    const item = await findAccount('Olive Tanaka');
    await user.click(item.getByRole('button', { name: 'Make user' }));
    await answer('Make user');
    expect(await screen.findByText(sentence)).toBeTruthy();
    await answer('OK');
    expect(item.getByRole('button', { name: 'Make user' })).toBeTruthy();
  });

  it('one’s own account cannot be disabled, and giving up its role closes the page', async () => {
    takeChanges(olive);
    await visit();
    const item = await findAccount('Olive Tanaka');
    expect(item.queryByRole('button', { name: 'Disable' })).toBeNull();
    await user.click(item.getByRole('button', { name: 'Make user' }));
    await answer('Make user');
    expect(await screen.findByText('Superadmin required')).toBeTruthy();
  });

  it('a reset mail is sent to an account, and a failure is shown', async () => {
    const reset = at(auth.sendAccountReset, { id: MIRA.id });
    site.on(reset, () => failure('USER_NOT_FOUND', 'This user does not exist.'));
    await visit();
    const item = await findAccount('mira');
    await user.click(item.getByRole('button', { name: 'Send reset mail' }));
    expect(await screen.findByText('This user does not exist.')).toBeTruthy();
    await answer('OK');
    site.on(reset, () => succeed('The reset email is on its way.'));
    await user.click(item.getByRole('button', { name: 'Send reset mail' }));
    expect(await item.findByText('The reset email is on its way.')).toBeTruthy();
  });
});
