import { auth } from '@larksong/contracts';
import { act, cleanup, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it } from 'vitest';

import { renderSite } from '../../testing/render.tsx';
import { OLIVE, tokensOf } from '../../testing/accounts.ts';
import { failure } from '../../testing/answers.ts';
import { startSite, type TestSite } from '../../testing/site.ts';
import { signIn, signOut } from '../auth/session.ts';

const LIST = auth.listKeptMails;
const link = 'https://songs.example/reset-password?token=abc';
const mail: auth.KeptMail = {
  id: '0198f3c2-7a1e-7d40-b1c9-00000000000a',
  to: 'mira@maple-street.example',
  subject: 'Choose a new password',
  text: `Hello http://evil.example,\n\nSomebody asked for a new password:\n\n${link}\n\nThe link works once.\n`,
  link,
  createdAt: new Date(Date.now() - 120_000).toISOString(),
  expiresAt: new Date(Date.now() + 58 * 60_000).toISOString(),
};

let site: TestSite;
const user = userEvent.setup();

beforeEach(async () => {
  site = await startSite();
  site.on(auth.listAccounts, () => ({ accounts: [], nextCursor: null }));
  site.on(auth.listInvitations, () => ({ invitations: [] }));
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

it('without a mail server, mails are shown with their links', async () => {
  site.on(LIST, () => ({ hasMailServer: false, mails: [mail], nextCursor: null }));
  await visit();
  const list = within(await screen.findByRole('list', { name: 'Mails' }));
  expect(screen.getByText(/^No mail server is configured, so no mails are sent\./)).toBeTruthy();
  expect(list.getByRole('heading', { name: 'Choose a new password' })).toBeTruthy();
  expect(
    list.getByText('To mira@maple-street.example, 2 minutes ago, kept for another 58 minutes'),
  ).toBeTruthy();
  // Text written by users does not become a link.
  expect(list.getAllByRole('link').map((each) => each.getAttribute('href'))).toEqual([link]);
  expect(list.getByText(/Hello http:\/\/evil\.example,/)).toBeTruthy();
  await user.click(list.getByRole('button', { name: 'Copy link' }));
  expect(await navigator.clipboard.readText()).toBe(link);
});

it('mails to others stand above those to the viewer, which are folded away', async () => {
  const own = {
    ...mail,
    id: '0198f3c2-7a1e-7d40-b1c9-00000000000b',
    to: OLIVE.email,
    subject: '12 videos are ready',
  };
  site.on(LIST, () => ({ hasMailServer: false, mails: [own, mail], nextCursor: null }));
  await visit();
  const others = within(await screen.findByRole('list', { name: 'Mails' }));
  expect(others.getAllByRole('heading').map(({ textContent }) => textContent)).toEqual([
    'Choose a new password',
  ]);
  const folded = screen.getByText('1 mail to you').closest('details');
  expect(folded?.open).toBe(false);
  expect(folded?.textContent).toContain('12 videos are ready');
});

it('without a mail server and without mails, the page says so', async () => {
  site.on(LIST, () => ({ hasMailServer: false, mails: [], nextCursor: null }));
  await visit();
  expect(await screen.findByText('There are no mails to pass on.')).toBeTruthy();
  expect(screen.getByText(/^No mail server is configured/)).toBeTruthy();
});

it('with a mail server, only mails from before it was configured are shown', async () => {
  site.on(LIST, () => ({ hasMailServer: true, mails: [mail], nextCursor: null }));
  await visit();
  expect(await screen.findByText(/^These mails are from before a mail server was configured\./)).toBeTruthy();
  site.on(LIST, () => ({ hasMailServer: true, mails: [], nextCursor: null }));
  await act(() => signOut());
  cleanup();
  await visit();
  await screen.findByRole('heading', { name: 'No accounts yet' });
  expect(screen.queryByRole('heading', { name: 'Mails' })).toBeNull();
});

it('older mails are loaded by a button', async () => {
  const older = { ...mail, id: '0198f3c2-7a1e-7d40-b1c9-000000000009', subject: 'Please confirm your email' };
  site.on(LIST, ({ query }) =>
    query.cursor === 'next'
      ? { hasMailServer: false, mails: [older], nextCursor: null }
      : { hasMailServer: false, mails: [mail], nextCursor: 'next' },
  );
  await visit();
  await user.click(await screen.findByRole('button', { name: 'More mails' }));
  expect(await screen.findByRole('heading', { name: 'Please confirm your email' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'More mails' })).toBeNull();
});

it('mails that failed to load can be loaded again', async () => {
  site.on(LIST, () => failure('UNAVAILABLE', 'This part of the site is not available right now.'));
  await visit();
  const alert = within(await screen.findByRole('alert'));
  expect(alert.getByText('Mails could not be loaded')).toBeTruthy();
  site.on(LIST, () => ({ hasMailServer: false, mails: [mail], nextCursor: null }));
  await user.click(alert.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('link', { name: link })).toBeTruthy();
});
