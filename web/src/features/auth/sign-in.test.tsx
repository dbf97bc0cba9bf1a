import { auth } from '@larksong/contracts';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { writeTokens } from '../../api/tokens.ts';
import { renderInPage } from '../../testing/render.tsx';
import { MIRA, OLIVE, tokensOf, storedTokens } from '../../testing/accounts.ts';
import { failure, malformed, NO_ANSWER } from '../../testing/answers.ts';
import { startSite, type TestSite } from '../../testing/site.ts';
import { SuperadminOnly } from './gate.tsx';
import { signIn, signOut, startSession, useSession } from './session.ts';
import { openSignIn, SignInDialog } from './sign-in.tsx';

const LOGIN = auth.login;
const REGISTER = auth.register;
const REGISTERED = 'Registered. Please check your email to verify your account.';

let site: TestSite;
let stop: () => void;
const user = userEvent.setup();

beforeEach(async () => {
  site = await startSite();
  stop = startSession();
  // The gate contains links, which need a router.
  renderInPage(
    <MemoryRouter>
      <Page />
    </MemoryRouter>,
  );
});

afterEach(async () => {
  await act(() => signOut());
  const close = screen.queryByRole('button', { name: 'Close' });
  if (close) await user.click(close);
  cleanup();
  stop();
  await site[Symbol.asyncDispose]();
});

function Page() {
  const session = useSession();
  return (
    <>
      <p>{session.status}</p>
      <SuperadminOnly>
        <input aria-label="Title" />
      </SuperadminOnly>
      <SignInDialog />
    </>
  );
}

async function open(reason?: string): Promise<void> {
  act(() => openSignIn(reason === undefined ? {} : { reason }));
  await screen.findByRole('dialog'); // once its code has loaded
}

async function fill(email: string, password: string): Promise<void> {
  await user.type(screen.getByLabelText('Email'), email);
  await user.type(screen.getByLabelText('Password'), password);
}

async function submit(name: string): Promise<void> {
  await user.click(within(screen.getByRole('tabpanel')).getByRole('button', { name }));
}

describe('signing in', () => {
  it('signing in closes the dialog and stores the session', async () => {
    const tokens = tokensOf(MIRA);
    site.on(LOGIN, () => ({ ...tokens, user: MIRA }));
    await open();
    await fill(' mira@maple-street.example ', 'larksong1');
    await submit('Sign in');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(screen.getByText('signed-in')).toBeTruthy();
    expect(storedTokens()).toEqual(tokens);
    expect(site.calls(LOGIN)).toMatchObject([
      { bearer: null, query: {}, body: { email: 'mira@maple-street.example', password: 'larksong1' } },
    ]);
  });

  it('signing in with empty fields marks each of them, without a call', async () => {
    await open();
    await submit('Sign in');
    const email = screen.getByLabelText('Email');
    expect(email.getAttribute('aria-invalid')).toBe('true');
    expect(document.getElementById(email.getAttribute('aria-describedby') ?? '')?.textContent).toBe(
      'Enter your email.',
    );
    expect(screen.getByText('Enter your password.')).toBeTruthy();
    expect(document.activeElement).toBe(email);
    expect(site.count(LOGIN)).toBe(0);
  });

  it.each([
    ['the server’s sentence', failure('INVALID_CREDENTIALS', 'Incorrect email or password.')],
    ['the error’s own sentence', malformed(500, 'oops')],
    ['that the server could not be reached', NO_ANSWER],
  ])('a failed sign-in shows %s', async (_, reply) => {
    site.on(LOGIN, () => reply);
    await open();
    await fill('mira@maple-street.example', 'wrong');
    await submit('Sign in');
    const expected = {
      401: 'Incorrect email or password.',
      500: 'Request failed',
      0: 'The server could not be reached. Please check the connection.',
    }[reply.status];
    expect((await screen.findByRole('alert')).textContent).toBe(expected);
    expect(screen.getByText('signed-out')).toBeTruthy();
    expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('mira@maple-street.example');
  });

  it('a sign-in is sent once, however often it is submitted', async () => {
    let answer: (() => void) | undefined;
    const pressed = new Promise<void>((resolve) => {
      answer = resolve;
    });
    site.on(LOGIN, async () => {
      await pressed;
      return { ...tokensOf(MIRA), user: MIRA };
    });
    await open();
    await fill('mira@maple-street.example', 'larksong1');
    await submit('Sign in');
    await submit('Sign in');
    answer?.();
    await screen.findByText('signed-in');
    expect(site.count(LOGIN)).toBe(1);
  });

  it('the sign-in dialog shows the reason for which it opened', async () => {
    await open('Sign in to make your opinion count.');
    expect(screen.getByRole('dialog').textContent).toContain('Sign in to make your opinion count.');
  });
});

describe('a session that the server ended', () => {
  it('an ended session opens the dialog, and unsaved input is still there after signing in again', async () => {
    act(() => signIn({ ...tokensOf(OLIVE), user: OLIVE }));
    await user.type(await screen.findByLabelText('Title'), 'Rain on My Umbrella');
    act(() => writeTokens(null)); // as a refused refresh does
    expect((await screen.findByRole('dialog')).textContent).toContain(
      'Your session has ended. Please sign in again.',
    );
    expect(screen.getByText('Superadmin required')).toBeTruthy();
    site.on(LOGIN, () => ({ ...tokensOf(OLIVE), user: OLIVE }));
    await fill('olive@maple-street.example', 'larksong1');
    await submit('Sign in');
    await screen.findByText('signed-in');
    expect((await screen.findByLabelText<HTMLInputElement>('Title')).value).toBe('Rain on My Umbrella');
    expect(screen.queryByText('Superadmin required')).toBeNull();
  });

  it('unsaved input is not kept for another superadmin, nor after a sign-out', async () => {
    act(() => signIn({ ...tokensOf(OLIVE), user: OLIVE }));
    await user.type(await screen.findByLabelText('Title'), 'Rain');
    act(() => writeTokens(null));
    const other = { ...OLIVE, id: MIRA.id };
    act(() => signIn({ ...tokensOf(other), user: other }));
    expect((await screen.findByLabelText<HTMLInputElement>('Title')).value).toBe('');
    await user.type(screen.getByLabelText('Title'), 'Sun');
    await act(() => signOut());
    expect(screen.queryByLabelText('Title')).toBeNull();
    act(() => signIn({ ...tokensOf(other), user: other }));
    expect((await screen.findByLabelText<HTMLInputElement>('Title')).value).toBe('');
  });
});

describe('creating an account', () => {
  it('registering stores the session and shows the message next to the sign-in form, and closing the dialog keeps both', async () => {
    site.on(REGISTER, () => ({ ...tokensOf(MIRA), user: MIRA }));
    await open();
    await user.click(screen.getByRole('tab', { name: 'Create account' }));
    await user.type(screen.getByLabelText('Username'), 'mira');
    await fill('mira@maple-street.example', 'larksong1');
    await submit('Create account');
    expect(await screen.findByText(REGISTERED)).toBeTruthy();
    expect(screen.getByRole('tab', { name: 'Sign in' }).getAttribute('aria-selected')).toBe('true');
    expect(screen.queryByLabelText('Username')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Close' }));
    expect(screen.getByText('signed-in')).toBeTruthy();
  });

  it('after registering, the first button has the focus and continues as the new account', async () => {
    site.on(REGISTER, () => ({ ...tokensOf(MIRA), user: MIRA }));
    await open();
    await user.click(screen.getByRole('tab', { name: 'Create account' }));
    await user.type(screen.getByLabelText('Username'), 'mira');
    await fill('mira@maple-street.example', 'larksong1');
    await submit('Create account');
    const button = await screen.findByRole('button', { name: `Continue as ${MIRA.username}` });
    expect(within(screen.getByRole('tabpanel')).getAllByRole('button')[0]).toBe(button);
    expect(document.activeElement).toBe(button);
    await user.keyboard('{Enter}');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.getByText('signed-in')).toBeTruthy();
    expect(site.count(LOGIN)).toBe(0);
  });

  it('the dialog does not offer to continue as an account whose session has ended', async () => {
    site.on(REGISTER, () => ({ ...tokensOf(MIRA), user: MIRA }));
    await open();
    await user.click(screen.getByRole('tab', { name: 'Create account' }));
    await user.type(screen.getByLabelText('Username'), 'mira');
    await fill('mira@maple-street.example', 'larksong1');
    await submit('Create account');
    await screen.findByRole('button', { name: /Continue as/ });
    await act(() => signOut());
    expect(screen.queryByRole('button', { name: /Continue as/ })).toBeNull();
    expect(screen.getByLabelText('Password')).toBeTruthy();
  });

  it('the rules of username and password are stated before a mistake', async () => {
    await open();
    const describe = (label: string) =>
      document.getElementById(screen.getByLabelText(label).getAttribute('aria-describedby') ?? '');
    expect(describe('Password')).toBeNull();
    await user.click(screen.getByRole('tab', { name: 'Create account' }));
    expect(describe('Username')?.textContent).toContain('3 to 32 letters');
    expect(describe('Password')?.textContent).toContain('8 to 128 characters');
  });

  it('a typed password can be shown, and is hidden in the other mode', async () => {
    await open();
    await user.click(screen.getByRole('tab', { name: 'Create account' }));
    await user.type(screen.getByLabelText('Password'), 'larksong1');
    const typed = () => screen.getByLabelText<HTMLInputElement>('Password');
    expect(typed().type).toBe('password');
    await user.click(screen.getByRole('button', { name: 'Show password' }));
    expect(typed()).toMatchObject({ type: 'text', value: 'larksong1' });
    await user.click(screen.getByRole('button', { name: 'Hide password' }));
    expect(typed().type).toBe('password');
    await user.click(screen.getByRole('button', { name: 'Show password' }));
    await user.click(screen.getByRole('tab', { name: 'Sign in' }));
    expect(typed().type).toBe('password');
  });

  it('registering with a taken email shows the refusal', async () => {
    site.on(REGISTER, () => failure('EMAIL_TAKEN', 'This email is already registered.'));
    await open();
    await user.click(screen.getByRole('tab', { name: 'Create account' }));
    await user.type(screen.getByLabelText('Username'), 'mira');
    await fill('mira@maple-street.example', 'larksong1');
    await submit('Create account');
    expect((await screen.findByRole('alert')).textContent).toBe('This email is already registered.');
    expect(screen.getByLabelText('Username')).toBeTruthy();
  });

  it('the arrow keys switch between signing in and registering', async () => {
    await open();
    screen.getByRole('tab', { name: 'Sign in' }).focus();
    await user.keyboard('{ArrowRight}');
    expect(document.activeElement).toBe(screen.getByRole('tab', { name: 'Create account' }));
    expect(screen.getByLabelText('Username')).toBeTruthy();
    await user.keyboard('{Home}');
    expect(document.activeElement).toBe(screen.getByRole('tab', { name: 'Sign in' }));
  });
});
