import { auth } from '@larksong/contracts';
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { renderInPage } from '../../testing/render.tsx';
import { failure, succeed } from '../../testing/answers.ts';
import { startSite, type TestSite } from '../../testing/site.ts';
import { openSignIn, SignInDialog } from './sign-in.tsx';

const LOGIN = auth.login;
const FORGOT = auth.forgotPassword;
const RESEND = auth.resendVerification;
const SETTINGS = auth.getAuthSettings;
const EMAIL = 'mira@maple-street.example';

let site: TestSite;
const user = userEvent.setup();

beforeEach(async () => {
  site = await startSite();
});

afterEach(async () => {
  await user.click(screen.getByRole('button', { name: 'Close' }));
  cleanup();
  await site[Symbol.asyncDispose]();
});

async function open(options: Parameters<typeof openSignIn>[0] = {}): Promise<void> {
  renderInPage(<SignInDialog />);
  act(() => openSignIn(options));
  await screen.findByRole('dialog'); // once its code has loaded
}

describe('Forgot password and Resend verification', () => {
  it.each([
    ['Forgot password', FORGOT, 'If your account exists, a reset email has been sent.'],
    ['Resend verification', RESEND, 'Verification email sent (if account exists).'],
  ])('the button %s requests a mail and shows a confirmation', async (name, call, sentence) => {
    site.on(call, () => {});
    await open();
    await user.type(screen.getByLabelText('Email'), ` ${EMAIL} `);
    await user.click(screen.getByRole('button', { name }));
    expect(await screen.findByText(sentence)).toBeTruthy();
    expect(site.bodies(call)).toEqual([{ email: EMAIL }]);
  });

  it('the server’s own sentence about a sent mail is shown', async () => {
    site.on(FORGOT, () => succeed('A mail is on its way.'));
    await open();
    await user.type(screen.getByLabelText('Email'), EMAIL);
    await user.click(screen.getByRole('button', { name: 'Forgot password' }));
    expect(await screen.findByText('A mail is on its way.')).toBeTruthy();
  });

  it.each([
    ['', 'Enter your email to continue'],
    ['mira@maple', 'Enter a valid email.'],
  ])('no mail is requested until the email "%s" is corrected', async (typed, sentence) => {
    await open();
    const email = screen.getByLabelText('Email');
    if (typed !== '') await user.type(email, typed);
    await user.click(screen.getByRole('button', { name: 'Resend verification' }));
    expect(document.getElementById(email.getAttribute('aria-describedby') ?? '')?.textContent).toBe(sentence);
    expect(document.activeElement).toBe(email);
    expect(site.count(RESEND)).toBe(0);
  });

  it('the registration form offers no mails', async () => {
    await open();
    await user.click(screen.getByRole('tab', { name: 'Create account' }));
    expect(screen.queryByRole('button', { name: 'Forgot password' })).toBeNull();
  });
});

describe('throttling', () => {
  it.each([
    [90, 'Too many attempts. You can try again in 2 minutes.'],
    [1, 'Too many attempts. You can try again in 1 second.'],
    [undefined, 'Too many attempts.'],
  ])('a login that is throttled for %s seconds shows: %s', async (seconds, sentence) => {
    const options = seconds === undefined ? {} : { retryAfterSeconds: seconds };
    site.on(LOGIN, () => failure('TOO_MANY_REQUESTS', 'Too many attempts.', options));
    await open();
    await user.type(screen.getByLabelText('Email'), EMAIL);
    await user.type(screen.getByLabelText('Password'), 'larksong1{Enter}');
    expect((await screen.findByRole('alert')).textContent).toBe(sentence);
  });
});

describe('registration', () => {
  const INVITED = { mode: 'register' as const, inviteToken: 'an-invitation' };

  it.each([
    ['closed', {}, 'Registration is closed on this site.'],
    ['closed', INVITED, 'Registration is closed on this site.'],
    ['invite', {}, 'You need an invitation to register on this site. Please ask the people who run it.'],
  ] as const)(
    'the dialog offers no registration if the server says "%s" (%j)',
    async (registration, options, sentence) => {
      site.on(SETTINGS, () => ({ registration }));
      await open(options);
      expect(await screen.findByText(sentence)).toBeTruthy();
      expect(screen.queryByRole('tab')).toBeNull();
      expect(screen.queryByLabelText('Username')).toBeNull();
      expect(screen.getByRole('button', { name: 'Sign in' })).toBeTruthy();
    },
  );

  it('an invited person registers with the token of the invitation', async () => {
    site.on(SETTINGS, () => ({ registration: 'invite' as const }));
    site.on(auth.register, () => failure('INVITATION_NOT_VALID', 'This invitation is no longer valid.'));
    await open(INVITED);
    await waitFor(() => expect(site.count(SETTINGS)).toBe(1));
    await user.type(screen.getByLabelText('Username'), 'mira');
    await user.type(screen.getByLabelText('Email'), EMAIL);
    await user.type(screen.getByLabelText('Password'), 'larksong1{Enter}');
    expect((await screen.findByRole('alert')).textContent).toBe('This invitation is no longer valid.');
    expect(site.bodies(auth.register)).toEqual([
      { username: 'mira', email: EMAIL, password: 'larksong1', inviteToken: 'an-invitation' },
    ]);
  });
});
