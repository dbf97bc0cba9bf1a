import { auth } from '@larksong/contracts';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { MIRA, OLIVE, TEO, tokensOf } from '../../testing/accounts.ts';
import { failure } from '../../testing/answers.ts';
import { renderSite } from '../../testing/render.tsx';
import { at, startSite, type TestSite } from '../../testing/site.ts';
import { signIn, signOut } from '../auth/session.ts';

const NEW_TEACHER: auth.Teacher = { isTrusted: false, editsLetters: false, quotaBytes: null };
const mira: auth.Account = { ...MIRA, isDisabled: false, lastSeenAt: null };
const teo: auth.Account = { ...TEO, isDisabled: false, lastSeenAt: null };

let site: TestSite;
/** The server's accounts. */
let accounts: auth.Account[];
const user = userEvent.setup();

beforeEach(async () => {
  accounts = [{ ...OLIVE, isDisabled: false, lastSeenAt: null }, mira, teo];
  site = await startSite();
  site.on(auth.listKeptMails, () => ({ hasMailServer: true, mails: [], nextCursor: null }));
  site.on(auth.listInvitations, () => ({ invitations: [] }));
  site.on(auth.listAccounts, ({ query }) => ({
    accounts: accounts.filter(({ teacher }) => query.role !== 'teacher' || teacher !== null),
    nextCursor: null,
  }));
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

/** Handles changes of an account like the server, which remembers them. */
function takeChanges(account: auth.Account) {
  const target = at(auth.updateAccount, { id: account.id });
  site.on(target, ({ body: { teacher } }) => {
    const changed = {
      ...account,
      teacher: teacher ? { ...(account.teacher ?? NEW_TEACHER), ...teacher } : null,
    };
    accounts = accounts.map((one) => (one.id === account.id ? changed : one));
    return { account: changed };
  });
  return target;
}

async function openDialog(name: string, button: string) {
  await user.click((await findAccount(name)).getByRole('button', { name: button }));
  return within(await screen.findByRole('dialog'));
}

describe('the rights of a teacher', () => {
  it('a user becomes a teacher with the rights that were ticked', async () => {
    const target = takeChanges(mira);
    await visit();
    const dialog = await openDialog('mira', 'Make teacher');
    await user.click(dialog.getByRole('checkbox', { name: /^Uploads appear at once/ }));
    await user.type(dialog.getByLabelText('Space for videos, in GB'), '2,5');
    await user.click(dialog.getByRole('button', { name: 'Make teacher' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(site.bodies(target)).toEqual([
      { teacher: { isTrusted: true, editsLetters: false, quotaBytes: 2_500_000_000 } },
    ]);
    const item = await findAccount('mira');
    for (const fact of ['teacher', 'No approval needed', 'Up to 2.5 GB'])
      expect(item.getByText(fact)).toBeTruthy();
    expect(item.queryByText('Letters and words')).toBeNull();
  });

  it('a limit that was not typed stays as it is', async () => {
    accounts = [{ ...teo, teacher: { ...NEW_TEACHER, quotaBytes: 20 * 1024 ** 3 } }];
    const target = takeChanges(teo);
    await visit();
    const dialog = await openDialog('teo', 'Teacher’s rights');
    expect(dialog.getByLabelText<HTMLInputElement>('Space for videos, in GB').value).toBe('21.47');
    await user.click(dialog.getByRole('checkbox', { name: /^May change letters and words/ }));
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(site.count(target)).toBe(1));
    expect(site.bodies(target)).toEqual([{ teacher: { isTrusted: false, editsLetters: true } }]);
  });

  it('an emptied limit is that of the site', async () => {
    accounts = [{ ...teo, teacher: { ...NEW_TEACHER, quotaBytes: 5e9 } }];
    const target = takeChanges(teo);
    await visit();
    const dialog = await openDialog('teo', 'Teacher’s rights');
    await user.clear(dialog.getByLabelText('Space for videos, in GB'));
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(site.bodies(target)).toMatchObject([{ teacher: { quotaBytes: null } }]));
  });

  it('a limit that is no number is not sent', async () => {
    await visit();
    const dialog = await openDialog('teo', 'Teacher’s rights');
    const field = dialog.getByLabelText('Space for videos, in GB');
    await user.type(field, 'a lot');
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    expect(dialog.getByText(/^Enter a number of gigabytes/)).toBeTruthy();
    expect(document.activeElement).toBe(field);
    expect(site.count(auth.updateAccount)).toBe(0);
  });

  it('the rights of a teacher are taken away after a question', async () => {
    const target = takeChanges(teo);
    await visit();
    const dialog = await openDialog('teo', 'Teacher’s rights');
    await user.click(dialog.getByRole('button', { name: 'No longer a teacher' }));
    await user.click(
      within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Take away' }),
    );
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(site.bodies(target)).toEqual([{ teacher: null }]);
    expect(await (await findAccount('teo')).findByRole('button', { name: 'Make teacher' })).toBeTruthy();
  });

  it('the dialog stays open with the server’s sentence when a change is refused', async () => {
    site.on(at(auth.updateAccount, { id: TEO.id }), () =>
      failure('USER_NOT_FOUND', 'This user does not exist.'),
    );
    await visit();
    const dialog = await openDialog('teo', 'Teacher’s rights');
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    expect(await dialog.findByText('This user does not exist.')).toBeTruthy();
  });

  it('a superadmin cannot be made a teacher', async () => {
    await visit();
    const item = await findAccount('Olive Tanaka');
    expect(item.queryByRole('button', { name: /teacher/i })).toBeNull();
  });
});

describe('the filter by role', () => {
  it('the filter by role goes into the address and to the server, next to the search', async () => {
    const { address } = await visit();
    await findAccount('mira');
    await user.selectOptions(screen.getByLabelText('Show'), 'Teachers');
    await waitFor(() => expect(screen.queryByRole('heading', { name: 'mira' })).toBeNull());
    expect(address()).toBe('/accounts?role=teacher');
    expect(site.calls(auth.listAccounts).at(-1)?.query).toMatchObject({ role: 'teacher' });
  });

  it('a role without accounts leads back to all of them', async () => {
    accounts = [mira];
    const { address } = await visit('/accounts?role=teacher');
    await screen.findByRole('heading', { name: 'No accounts found' });
    await user.click(screen.getByRole('button', { name: 'Show all' }));
    await findAccount('mira');
    expect(address()).toBe('/accounts');
  });
});

it('somebody is invited as a teacher', async () => {
  site.on(auth.createInvitation, ({ body }) => ({
    invitation: {
      id: '0198f3c2-7a1e-7d40-b1c9-000000000009',
      email: body.email,
      role: body.role ?? 'user',
      createdAt: '2026-09-04T10:00:00.000Z',
      expiresAt: '2026-09-11T10:00:00.000Z',
    },
  }));
  await visit();
  await user.type(await screen.findByLabelText('Email'), 'zoe@maple-street.example');
  await user.selectOptions(screen.getByLabelText('Role'), 'teacher');
  await user.click(screen.getByRole('button', { name: 'Send invitation' }));
  await waitFor(() => expect(site.bodies(auth.createInvitation)).toMatchObject([{ role: 'teacher' }]));
});
