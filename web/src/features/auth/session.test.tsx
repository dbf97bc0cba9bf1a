import { auth, game } from '@larksong/contracts';
import { useQuery } from '@tanstack/react-query';
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { MIRA, OLIVE, tokensOf, storeTokens, storedTokens } from '../../testing/accounts.ts';
import { failure, NO_ANSWER } from '../../testing/answers.ts';
import { startSite, type TestSite } from '../../testing/site.ts';

const PROFILE = auth.getProfile;
const REFRESH = auth.refreshToken;
const LOGOUT = auth.logout;
const LETTERS = game.listCategories;
const denied = failure('UNAUTHENTICATED', 'Please sign in.');
const away = failure('UNAVAILABLE', 'Not available right now.');

let site: TestSite;
let stop: (() => void) | undefined;

beforeEach(async () => {
  vi.resetModules(); // a fresh page load
  site = await startSite();
  site.on(LETTERS, () => ({ categories: [], grids: [] }));
});

afterEach(async () => {
  cleanup();
  stop?.();
  stop = undefined;
  await site[Symbol.asyncDispose]();
});

/** Loads the page with the stored tokens, and renders the session as text. */
async function loadPage() {
  const session = await import('./session.ts');
  const { queryFor } = await import('../../api/queries.ts');
  const { renderInPage } = await import('../../testing/render.tsx');
  function Page() {
    const { status, user, isSuperadmin, isWaiting } = session.useSession();
    useQuery(queryFor(game.listCategories, {}));
    return (
      <p>
        {[status, user?.username, isSuperadmin && 'superadmin', isWaiting && 'waiting']
          .filter(Boolean)
          .join(' ')}
      </p>
    );
  }
  stop = session.startSession();
  renderInPage(<Page />);
  return session;
}

function dispatchStorageChange(): void {
  act(() => {
    window.dispatchEvent(new StorageEvent('storage', { key: 'auth.tokens' }));
  });
}

describe('on load', () => {
  it('a page without tokens is signed out and makes no call', async () => {
    await loadPage();
    expect(screen.getByText('signed-out')).toBeTruthy();
    expect(site.count(PROFILE)).toBe(0);
  });

  it('a page with stored tokens fetches the profile', async () => {
    site.on(PROFILE, () => ({ user: OLIVE }));
    storeTokens(tokensOf(OLIVE));
    await loadPage();
    expect(screen.getByText('loading')).toBeTruthy();
    expect(await screen.findByText('signed-in olive superadmin')).toBeTruthy();
  });

  it('the data on the screen is fetched once, not again when the user is known', async () => {
    site.on(PROFILE, () => ({ user: MIRA }));
    storeTokens(tokensOf(MIRA));
    await loadPage();
    await screen.findByText('signed-in mira');
    const { queryClient } = await import('../../api/query-client.ts');
    await waitFor(() => expect(queryClient.isFetching()).toBe(0));
    expect(site.count(LETTERS)).toBe(1);
  });

  it('a refused token is refreshed and the profile fetched again', async () => {
    const successor = tokensOf(MIRA);
    site.on(PROFILE, ({ bearer }) => (bearer === successor.accessToken ? { user: MIRA } : denied));
    site.on(REFRESH, () => successor);
    storeTokens(tokensOf(MIRA));
    await loadPage();
    expect(await screen.findByText('signed-in mira')).toBeTruthy();
    expect(storedTokens()).toEqual(successor);
  });

  it.each([
    ['the refresh is refused', failure('INVALID_REFRESH_TOKEN', 'Your session has ended.')],
    ['the profile is refused again', tokensOf(MIRA)],
  ])('the session is cleared when %s', async (_, reply) => {
    site.on(PROFILE, () => failure('USER_NOT_FOUND', 'This user does not exist.'));
    site.on(REFRESH, () => reply);
    storeTokens(tokensOf(MIRA));
    await loadPage();
    expect(await screen.findByText('signed-out')).toBeTruthy();
    expect(storedTokens()).toBeNull();
  });

  it('the tokens are kept while the server is unreachable, and the session continues when it is back', async () => {
    const tokens = tokensOf(MIRA);
    site.on(PROFILE, () => away);
    storeTokens(tokens);
    await loadPage();
    expect(await screen.findByText('loading waiting')).toBeTruthy();
    expect(storedTokens()).toEqual(tokens);
    site.on(PROFILE, () => ({ user: MIRA }));
    window.dispatchEvent(new Event('online'));
    expect(await screen.findByText('signed-in mira')).toBeTruthy();
  });

  it('stored text that is not a pair of tokens counts as signed out', async () => {
    localStorage.setItem('auth.tokens', '{"accessToken":7}');
    await loadPage();
    expect(screen.getByText('signed-out')).toBeTruthy();
  });
});

describe('signing in and out', () => {
  it('signing in stores tokens and user, and refetches the data on the screen', async () => {
    const { signIn } = await loadPage();
    await waitFor(() => expect(site.count(LETTERS)).toBe(1));
    const tokens = tokensOf(MIRA);
    act(() => signIn({ ...tokens, user: MIRA }));
    expect(screen.getByText('signed-in mira')).toBeTruthy();
    expect(storedTokens()).toEqual(tokens);
    await waitFor(() => expect(site.count(LETTERS)).toBe(2));
    expect(site.count(PROFILE)).toBe(0);
  });

  it.each([
    ['', undefined],
    [' even if the server call fails', away],
    [' even if the server does not respond', NO_ANSWER],
  ])('signing out forgets the session at once%s', async (_, reply) => {
    const tokens = tokensOf(MIRA);
    const bearers: (string | null)[] = [];
    site.on(LOGOUT, ({ bearer }) => {
      bearers.push(bearer);
      return reply;
    });
    const { signIn, signOut } = await loadPage();
    act(() => signIn({ ...tokens, user: MIRA }));
    let signedOut: Promise<void> | undefined;
    act(() => {
      signedOut = signOut();
    });
    expect(screen.getByText('signed-out')).toBeTruthy();
    expect(storedTokens()).toBeNull();
    await signedOut;
    expect(bearers).toEqual([tokens.accessToken]);
  });

  it('signing out with an expired access token ends the session on the server', async () => {
    const successor = tokensOf(MIRA);
    const bearers: (string | null)[] = [];
    site.on(PROFILE, () => away);
    site.on(REFRESH, () => successor);
    site.on(LOGOUT, ({ bearer }) => {
      bearers.push(bearer);
    });
    const { signOut } = await loadPage();
    storeTokens(tokensOf(MIRA, -1));
    await act(() => signOut());
    expect(bearers).toEqual([successor.accessToken]);
    expect(storedTokens()).toBeNull();
  });

  it('a session that the server ends calls the listeners, a sign-out does not', async () => {
    site.on(LOGOUT, () => {});
    const { signIn, signOut, onSessionEnd } = await loadPage();
    const { writeTokens } = await import('../../api/tokens.ts');
    let ends = 0;
    onSessionEnd(() => {
      ends += 1;
    });
    act(() => signIn({ ...tokensOf(MIRA), user: MIRA }));
    await act(() => signOut());
    expect(ends).toBe(0);
    act(() => signIn({ ...tokensOf(MIRA), user: MIRA }));
    act(() => writeTokens(null)); // as a refused refresh does
    expect(ends).toBe(1);
    expect(screen.getByText('signed-out')).toBeTruthy();
  });
});

describe('another tab', () => {
  it('a sign-out in another tab signs out this one', async () => {
    site.on(PROFILE, () => ({ user: MIRA }));
    storeTokens(tokensOf(MIRA));
    await loadPage();
    await screen.findByText('signed-in mira');
    localStorage.removeItem('auth.tokens');
    dispatchStorageChange();
    expect(screen.getByText('signed-out')).toBeTruthy();
  });

  it('a sign-in in another tab signs in this one', async () => {
    site.on(PROFILE, () => ({ user: OLIVE }));
    await loadPage();
    storeTokens(tokensOf(OLIVE));
    dispatchStorageChange();
    expect(await screen.findByText('signed-in olive superadmin')).toBeTruthy();
  });

  it('tokens that another tab renewed are used without fetching the profile again', async () => {
    site.on(PROFILE, () => ({ user: MIRA }));
    storeTokens(tokensOf(MIRA));
    await loadPage();
    await screen.findByText('signed-in mira');
    storeTokens(tokensOf(MIRA));
    dispatchStorageChange();
    expect(screen.getByText('signed-in mira')).toBeTruthy();
    expect(site.count(PROFILE)).toBe(1);
  });
});
