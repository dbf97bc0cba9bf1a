import { auth } from '@larksong/contracts';
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { renderSite } from '../../testing/render.tsx';
import { MIRA, tokensOf, storedTokens } from '../../testing/accounts.ts';
import { failure, NO_ANSWER, succeed } from '../../testing/answers.ts';
import { startSite, type TestSite } from '../../testing/site.ts';
import { signIn, signOut } from './session.ts';

const VERIFY = auth.verifyEmail;
const RESET = auth.resetPassword;
const NOT_VALID = 'This link is no longer valid. Please request a new one.';
const used = failure('LINK_NOT_VALID', NOT_VALID);

let site: TestSite;
const user = userEvent.setup();

beforeEach(async () => {
  site = await startSite();
  site.on(auth.checkResetLink, () => ({ isValid: true }));
});

afterEach(async () => {
  await act(() => signOut());
  const close = screen.queryByRole('button', { name: 'Close' });
  if (close) await user.click(close);
  cleanup();
  await site[Symbol.asyncDispose]();
});

describe('/verify-email', () => {
  it('the verification page uses its token once and removes it from the address', async () => {
    site.on(VERIFY, () => succeed('Your email is verified. Thank you.'));
    const { address } = renderSite('/verify-email?token=abc_-1');
    expect(await screen.findByRole('heading', { name: 'Your email is verified. Thank you.' })).toBeTruthy();
    expect(site.bodies(VERIFY)).toEqual([{ token: 'abc_-1' }]);
    await waitFor(() => expect(address()).toBe('/verify-email'));
    expect(screen.getByRole('heading', { name: 'Your email is verified. Thank you.' })).toBeTruthy();
  });

  it('the profile of a signed-in user shows at once that the email was verified', async () => {
    const before = { ...MIRA, emailVerified: false };
    act(() => signIn({ ...tokensOf(before), user: before }));
    let isVerified = false;
    site.on(VERIFY, () => {
      isVerified = true;
      return succeed('Verified.');
    });
    site.on(auth.getProfile, () => {
      // the profile page's own call gets no response
      site.on(auth.getProfile, () => new Promise(() => {}));
      return { user: { ...MIRA, emailVerified: isVerified } };
    });
    site.on(auth.listSessions, () => ({ sessions: [] }));
    renderSite('/verify-email?token=abc');
    await screen.findByRole('heading', { name: 'Verified.' });
    await waitFor(() => expect(site.count(auth.getProfile)).toBe(1));
    await user.click(screen.getByRole('button', { name: 'Menu' }));
    await user.click(await screen.findByRole('link', { name: 'Profile' }));
    await screen.findByRole('heading', { name: 'Profile' });
    await waitFor(() => expect(screen.queryByText(/not verified yet/)).toBeNull());
  });

  it.each([
    ['a used link', '?token=abc', 1],
    ['a link without a token', '', 0],
  ])('the verification page offers a new mail for %s', async (_, query, calls) => {
    site.on(VERIFY, () => used);
    site.on(auth.resendVerification, () => {});
    renderSite(`/verify-email${query}`);
    expect((await screen.findByRole('alert')).textContent).toBe(NOT_VALID);
    expect(site.count(VERIFY)).toBe(calls);
    await user.click(screen.getByRole('button', { name: 'Resend verification' }));
    expect(screen.getByText('Enter your email to continue')).toBeTruthy();
    await user.type(screen.getByLabelText('Email'), 'mira@maple-street.example{Enter}');
    expect(await screen.findByText('Verification email sent (if account exists).')).toBeTruthy();
  });

  it('following a verification link twice shows no error to a verified user', async () => {
    act(() => signIn({ ...tokensOf(MIRA), user: MIRA }));
    site.on(VERIFY, () => used);
    renderSite('/verify-email?token=abc');
    expect(await screen.findByRole('heading', { name: 'Your email is verified.' })).toBeTruthy();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('the verification page offers another try when the server could not be reached', async () => {
    site.on(VERIFY, () => NO_ANSWER);
    renderSite('/verify-email?token=abc');
    const again = await screen.findByRole('button', { name: 'Try again' });
    site.on(VERIFY, () => succeed('Verified.'));
    await user.click(again);
    expect(await screen.findByRole('heading', { name: 'Verified.' })).toBeTruthy();
  });
});

describe('/reset-password', () => {
  it('the reset page changes the password, ends the old session and offers to sign in', async () => {
    act(() => signIn({ ...tokensOf(MIRA), user: MIRA }));
    site.on(RESET, () => succeed('Your password has been changed. Please sign in.'));
    const { address } = renderSite('/reset-password?token=abc.%20'); // from the end of a sentence
    const password = await screen.findByLabelText('New password');
    expect(password.getAttribute('autocomplete')).toBe('new-password');
    await user.type(password, 'larksong2{Enter}');
    await screen.findByRole('heading', { name: 'Your password has been changed. Please sign in.' });
    expect(site.bodies(RESET)).toEqual([{ token: 'abc', password: 'larksong2' }]);
    expect(storedTokens()).toBeNull();
    await waitFor(() => expect(address()).toBe('/reset-password'));
    await user.click(screen.getAllByRole('button', { name: 'Sign in' }).at(0)!);
    expect(await screen.findByRole('dialog')).toBeTruthy();
  });

  it.each([
    ['', 'Enter a new password.'],
    ['short', 'A password must have 8 to 128 characters.'],
  ])(
    'the reset page refuses the password "%s" next to the field, without a call',
    async (typed, sentence) => {
      renderSite('/reset-password?token=abc');
      const password = await screen.findByLabelText('New password');
      if (typed !== '') await user.type(password, typed);
      await user.click(screen.getByRole('button', { name: 'Change password' }));
      expect(screen.getByText(sentence)).toBeTruthy();
      expect(document.activeElement).toBe(password);
      expect(site.count(RESET)).toBe(0);
    },
  );

  it('the reset page shows why the server refused a password and keeps the link', async () => {
    site.on(RESET, () => failure('VALIDATION_FAILED', 'This password is too common.'));
    const { address } = renderSite('/reset-password?token=abc');
    await user.type(await screen.findByLabelText('New password'), 'password1{Enter}');
    expect((await screen.findByRole('alert')).textContent).toBe('This password is too common.');
    expect(address()).toBe('/reset-password?token=abc');
  });

  it('the reset page says that a link is dead before a password is typed', async () => {
    site.on(auth.checkResetLink, () => ({ isValid: false }));
    renderSite('/reset-password?token=abc');
    expect((await screen.findByRole('alert')).textContent).toBe(NOT_VALID);
    expect(screen.queryByLabelText('New password')).toBeNull();
    expect(site.bodies(auth.checkResetLink)).toEqual([{ token: 'abc' }]);
  });

  it('the reset page offers a new mail for a link that was used meanwhile', async () => {
    site.on(RESET, () => used);
    site.on(auth.forgotPassword, () => {});
    renderSite('/reset-password?token=abc');
    await user.type(await screen.findByLabelText('New password'), 'larksong2{Enter}');
    expect((await screen.findByRole('alert')).textContent).toBe(NOT_VALID);
    await user.type(screen.getByLabelText('Email'), 'mira@maple-street.example{Enter}');
    expect(await screen.findByText('If your account exists, a reset email has been sent.')).toBeTruthy();
  });
});

describe('/register', () => {
  it('the registration page opens the dialog with the invitation, which leaves the address once it is used', async () => {
    site.on(auth.getAuthSettings, () => ({ registration: 'invite' as const }));
    site.on(auth.register, () => ({ ...tokensOf(MIRA), user: MIRA }));
    const { address } = renderSite('/register?invite=abc');
    const username = await screen.findByLabelText('Username');
    expect(document.activeElement).toBe(username);
    await user.type(username, 'mira');
    expect(address()).toBe('/register?invite=abc');
    await user.type(screen.getByLabelText('Email'), MIRA.email);
    await user.type(screen.getByLabelText('Password'), 'larksong1{Enter}');
    await screen.findByText('Registered. Please check your email to verify your account.');
    expect(site.bodies(auth.register)).toMatchObject([{ inviteToken: 'abc' }]);
    await waitFor(() => expect(address()).toBe('/register'));
    await user.click(screen.getByRole('button', { name: 'Close' }));
    expect(screen.getByRole('heading', { name: 'You are signed in as mira' })).toBeTruthy();
    expect(screen.queryByText(/sign out first/)).toBeNull();
  });

  it('the registration page tells a signed-in user that the invitation is for another account', async () => {
    act(() => signIn({ ...tokensOf(MIRA), user: MIRA }));
    renderSite('/register?invite=abc');
    expect(await screen.findByText(/sign out first/)).toBeTruthy();
    expect(screen.queryByRole('dialog')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Sign Out' }));
    expect(await screen.findByLabelText('Username')).toBeTruthy();
  });
});
