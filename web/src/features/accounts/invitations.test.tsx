import { auth } from '@larksong/contracts';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { renderSite } from '../../testing/render.tsx';
import { OLIVE, tokensOf } from '../../testing/accounts.ts';
import { failure } from '../../testing/answers.ts';
import { at, startSite, type TestSite } from '../../testing/site.ts';
import { signIn, signOut } from '../auth/session.ts';

const INVITE = auth.createInvitation;

const invitation: auth.Invitation = {
  id: '0198f3c2-7a1e-7d40-b1c9-000000000009',
  email: 'zoe@maple-street.example',
  role: 'user',
  createdAt: '2026-09-04T10:00:00.000Z',
  expiresAt: '2026-09-11T10:00:00.000Z',
};

let site: TestSite;
/** The server's invitations. */
let invitations: auth.Invitation[];
const user = userEvent.setup();

beforeEach(async () => {
  invitations = [];
  site = await startSite();
  site.on(auth.listKeptMails, () => ({ hasMailServer: true, mails: [], nextCursor: null }));
  site.on(auth.listAccounts, () => ({ accounts: [], nextCursor: null }));
  site.on(auth.listInvitations, () => ({ invitations }));
});

afterEach(async () => {
  await act(() => signOut());
  cleanup();
  await site[Symbol.asyncDispose]();
});

async function visit() {
  act(() => signIn({ ...tokensOf(OLIVE), user: OLIVE }));
  renderSite('/accounts');
  await screen.findByRole('heading', { name: 'Accounts' });
}

describe('inviting', () => {
  it('an invitation that was sent appears among the open invitations', async () => {
    site.on(INVITE, () => {
      invitations = [invitation];
      return { invitation };
    });
    await visit();
    await user.type(screen.getByLabelText('Email'), ' zoe@maple-street.example ');
    await user.selectOptions(screen.getByLabelText('Role'), 'superadmin');
    await user.click(screen.getByRole('button', { name: 'Send invitation' }));
    expect(await screen.findByText('An invitation is on its way to zoe@maple-street.example.')).toBeTruthy();
    expect(site.bodies(INVITE)).toEqual([{ email: 'zoe@maple-street.example', role: 'superadmin' }]);
    const open = within(await screen.findByRole('list', { name: 'Open invitations' }));
    expect(open.getByText('As user, good until 11 September 2026')).toBeTruthy();
  });

  it('an invitation needs an email, and the server’s refusal is shown', async () => {
    site.on(INVITE, () => failure('EMAIL_TAKEN', 'This email is already registered.'));
    await visit();
    await user.click(screen.getByRole('button', { name: 'Send invitation' }));
    expect(screen.getByText('Enter your email to continue')).toBeTruthy();
    expect(site.count(INVITE)).toBe(0);
    await user.type(screen.getByLabelText('Email'), 'mira@maple-street.example{Enter}');
    expect((await screen.findByRole('alert')).textContent).toBe('This email is already registered.');
  });

  it('an open invitation is withdrawn after a confirmation', async () => {
    invitations = [invitation];
    site.on(at(auth.deleteInvitation, { id: invitation.id }), () => {
      invitations = [];
    });
    await visit();
    await user.click(await screen.findByRole('button', { name: 'Withdraw zoe@maple-street.example' }));
    const question = within(screen.getByRole('alertdialog'));
    await user.click(question.getByRole('button', { name: 'Withdraw' }));
    await waitFor(() => expect(screen.queryByText('Open invitations')).toBeNull());
  });
});
