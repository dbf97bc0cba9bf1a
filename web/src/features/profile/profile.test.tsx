import { auth } from '@larksong/contracts';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';

import { writeTokens } from '../../api/tokens.ts';
import { renderSite } from '../../testing/render.tsx';
import { MIRA, tokensOf } from '../../testing/accounts.ts';
import { failure, succeed } from '../../testing/answers.ts';
import { at, startSite, type TestSite } from '../../testing/site.ts';
import { signIn, signOut, startSession } from '../auth/session.ts';

const SESSIONS = auth.listSessions;
const END_OTHERS = auth.endOtherSessions;
const PASSWORD = auth.changePassword;
const NAME = auth.updateProfile;

const here: auth.Session = {
  id: '0198f3c2-7a1e-7d40-b1c9-000000000001',
  createdAt: '2026-09-04T10:00:00.000Z',
  lastUsedAt: new Date().toISOString(),
  userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0',
  isCurrent: true,
};
const phone: auth.Session = {
  ...here,
  id: '0198f3c2-7a1e-7d40-b1c9-000000000002',
  lastUsedAt: new Date(Date.now() - 3 * 3_600_000).toISOString(),
  userAgent: 'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 Chrome/143.0 Mobile Safari/537.36',
  isCurrent: false,
};

let site: TestSite;
/** The server's sessions. */
let sessions: auth.Session[];
let profile: auth.User;
const user = userEvent.setup();

beforeEach(async () => {
  sessions = [here, phone];
  profile = MIRA;
  site = await startSite();
  site.on(auth.getProfile, () => ({ user: profile }));
  site.on(SESSIONS, () => ({ sessions }));
});

afterEach(async () => {
  await act(() => signOut());
  cleanup();
  await site[Symbol.asyncDispose]();
});

async function visit(): Promise<void> {
  act(() => signIn({ ...tokensOf(profile), user: profile }));
  renderSite('/profile');
  await screen.findByRole('heading', { name: 'Profile' });
}

function section(name: string) {
  return within(screen.getByRole('region', { name }));
}

describe('a session that the server ended', () => {
  it('text typed on the profile page is still there after signing in again, but not for another user', async () => {
    const stop = startSession();
    onTestFinished(stop);
    await visit();
    const name = () => screen.findByLabelText<HTMLInputElement>('Name shown to others');
    await user.type(await name(), 'Mira the Lark');
    act(() => writeTokens(null)); // as a refused refresh does
    expect(await screen.findByText('You need to sign in to view your profile.')).toBeTruthy();
    act(() => signIn({ ...tokensOf(MIRA), user: MIRA }));
    expect((await name()).value).toBe('Mira the Lark');
    act(() => writeTokens(null));
    await screen.findByText('You need to sign in to view your profile.');
    profile = { ...MIRA, id: MIRA.id.replace(/.$/, '9'), displayName: 'Ben' };
    act(() => signIn({ ...tokensOf(profile), user: profile }));
    expect((await name()).value).toBe('Ben');
    await user.click(await screen.findByRole('button', { name: 'Close' })); // its code comes when it is asked for
  });
});

describe('an email that is not verified', () => {
  it('an unverified email is reported, and the verification mail can be sent again', async () => {
    profile = { ...MIRA, emailVerified: false };
    site.on(auth.resendVerification, () => {});
    await visit();
    await user.click(screen.getByRole('button', { name: 'Resend verification' }));
    expect(await screen.findByText('Verification email sent (if account exists).')).toBeTruthy();
    expect(site.bodies(auth.resendVerification)).toEqual([{ email: MIRA.email }]);
  });

  it('an email that was verified elsewhere is known when the page becomes visible again', async () => {
    profile = { ...MIRA, emailVerified: false };
    await visit();
    await screen.findByText(/not verified yet/);
    profile = MIRA;
    act(() => {
      document.dispatchEvent(new Event('visibilitychange'));
    });
    await waitFor(() => expect(screen.queryByText(/not verified yet/)).toBeNull());
  });
});

describe('the display name', () => {
  it('a display name is saved without surrounding spaces and shown at once', async () => {
    site.on(NAME, () => {
      profile = { ...MIRA, displayName: 'Mira Bird' };
      return { user: profile };
    });
    await visit();
    await user.type(screen.getByLabelText('Name shown to others'), '  Mira Bird {Enter}');
    expect(await screen.findByText('Your display name has been saved.')).toBeTruthy();
    expect(site.bodies(NAME)).toEqual([{ displayName: 'Mira Bird' }]);
    expect(screen.getByRole('button', { name: 'Mira Bird, account' })).toBeTruthy();
  });

  it('an emptied display name is removed', async () => {
    profile = { ...MIRA, displayName: 'Mira Bird' };
    site.on(NAME, () => {
      profile = MIRA;
      return { user: MIRA };
    });
    await visit();
    await user.clear(screen.getByLabelText('Name shown to others'));
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByRole('button', { name: 'mira, account' })).toBeTruthy();
    expect(site.bodies(NAME)).toEqual([{ displayName: null }]);
  });

  it('a display name that is too long is refused next to its field', async () => {
    await visit();
    await user.type(screen.getByLabelText('Name shown to others'), `${'a'.repeat(61)}{Enter}`);
    expect(screen.getByText('A display name must have 1 to 60 characters.')).toBeTruthy();
    expect(site.count(NAME)).toBe(0);
  });
});

describe('the password', () => {
  async function change(current: string, next: string): Promise<void> {
    const form = section('Password');
    if (current !== '') await user.type(form.getByLabelText('Current password'), current);
    if (next !== '') await user.type(form.getByLabelText('New password'), next);
    await user.click(form.getByRole('button', { name: 'Change password' }));
  }

  it('a changed password ends the other sessions, which leave the list', async () => {
    site.on(PASSWORD, () => {
      sessions = [here];
      return succeed('Your password has been changed.');
    });
    await visit();
    await screen.findByText('Chrome on Android');
    await change('larksong1', 'larksong2');
    expect(await screen.findByText('Your password has been changed.')).toBeTruthy();
    expect(site.bodies(PASSWORD)).toEqual([{ currentPassword: 'larksong1', newPassword: 'larksong2' }]);
    await waitFor(() => expect(screen.queryByText('Chrome on Android')).toBeNull());
    expect(screen.getByLabelText<HTMLInputElement>('New password').value).toBe('');
  });

  it('a password form with missing values marks each field', async () => {
    await visit();
    await change('', 'short');
    const form = section('Password');
    expect(form.getByText('Enter your current password.')).toBeTruthy();
    expect(form.getByText('A password must have 8 to 128 characters.')).toBeTruthy();
    expect(document.activeElement).toBe(form.getByLabelText('Current password'));
    expect(site.count(PASSWORD)).toBe(0);
  });

  it('a wrong current password is reported next to its field', async () => {
    site.on(PASSWORD, () => failure('WRONG_PASSWORD', 'The current password is incorrect.'));
    await visit();
    await change('larksong0', 'larksong2');
    await section('Password').findByText('The current password is incorrect.');
    const field = screen.getByLabelText('Current password');
    expect(field.getAttribute('aria-invalid')).toBe('true');
    expect(document.activeElement).toBe(field);
    expect(screen.queryByRole('alert')).toBeNull();
  });
});

describe('sessions', () => {
  it('the session list shows this device and the others', async () => {
    await visit();
    const items = (await section('Where you are signed in').findAllByRole('listitem')).map(
      ({ textContent }) => textContent,
    );
    expect(items).toEqual([
      'Firefox on Linux This deviceLast used 0 minutes ago, signed in 4 September 2026',
      'Chrome on Android Last used 3 hours ago, signed in 4 September 2026Sign out',
    ]);
  });

  it('one session can be signed out', async () => {
    site.on(at(auth.endSession, { id: phone.id }), () => {
      sessions = [here];
    });
    await visit();
    await user.click(await screen.findByRole('button', { name: 'Sign out Chrome on Android' }));
    await waitFor(() => expect(screen.queryByText('Chrome on Android')).toBeNull());
    expect(screen.queryByRole('button', { name: 'Sign out everywhere else' })).toBeNull();
  });

  it('all other sessions are signed out after a confirmation', async () => {
    site.on(END_OTHERS, ({ query }) => {
      sessions = query.all === 'true' ? [] : [here];
    });
    await visit();
    await user.click(await screen.findByRole('button', { name: 'Sign out everywhere else' }));
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(site.count(END_OTHERS)).toBe(0);
    await user.click(screen.getByRole('button', { name: 'Sign out everywhere else' }));
    const question = within(screen.getByRole('alertdialog'));
    await user.click(question.getByRole('button', { name: 'Sign out' }));
    await waitFor(() => expect(screen.queryByText('Chrome on Android')).toBeNull());
    expect(screen.getByText('Firefox on Linux')).toBeTruthy();
  });

  it('a session list that failed to load says why and can be loaded again', async () => {
    site.on(SESSIONS, () => failure('TOO_MANY_REQUESTS', 'Too many requests.'));
    await visit();
    const alert = within(await screen.findByRole('alert'));
    expect(alert.getByText('Too many requests.')).toBeTruthy();
    site.on(SESSIONS, () => ({ sessions }));
    await user.click(alert.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Chrome on Android')).toBeTruthy();
  });
});
