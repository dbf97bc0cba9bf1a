import { auth } from '@larksong/contracts';

import { call } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';
import { acceptTokens, isRefusal, onRecovery, renewTokens } from '../../api/refresh.ts';
import { onTokensChange, readClaims, readTokens, writeTokens, type TokensChange } from '../../api/tokens.ts';
import { createStore, useStore } from '../../lib/store.ts';
import { endSession } from './end-session.ts';

export interface Session {
  /** `loading` as long as there are tokens whose user is not known yet. */
  status: 'loading' | 'signed-out' | 'signed-in';
  user: auth.User | null;
  isSuperadmin: boolean;
  /** While loading: the server did not answer, and is asked again. */
  isWaiting: boolean;
  /** While signed out: the server ended the session in the middle of work; nobody has signed out. */
  hasEnded: boolean;
}

const NOBODY = { user: null, isSuperadmin: false, isWaiting: false, hasEnded: false };
const SIGNED_OUT: Session = { ...NOBODY, status: 'signed-out' };
const LOADING: Session = { ...NOBODY, status: 'loading' };
const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 5000;

const session = createStore<Session>(readTokens() ? LOADING : SIGNED_OUT);
const endListeners = new Set<() => void>();
/** Whose answers the query cache holds. */
let cacheOwnerId = readClaims(readTokens()?.accessToken ?? '').userId;
/** Grows with each change of who is signed in; an answer that belongs to an older one is dropped. */
let generation = 0;

export function useSession(): Session {
  return useStore(session);
}

/** Begins to follow the stored tokens, of this tab and the others. To be called once; returns what ends it. */
export function startSession(): () => void {
  const stop = onTokensChange(followTokens);
  // What was refused, or answered as to a visitor, is asked for again.
  const stopRecovery = onRecovery(() => void queryClient.invalidateQueries());
  if (readTokens()) void loadUser();
  return () => {
    stop();
    stopRecovery();
    generation += 1;
  };
}

/** Calls back when the server ended a session that this tab was using (not after a sign-out). Returns what ends it. */
export function onSessionEnd(listener: () => void): () => void {
  endListeners.add(listener);
  return () => endListeners.delete(listener);
}

/** Takes over what a login or registration answered. */
export function signIn(signedIn: auth.SignedIn): void {
  become(signedIn.user, () => acceptTokens(signedIn));
}

/** Forgets the session at once; the promise resolves when the server was told or could not be. Never rejects. */
export async function signOut(): Promise<void> {
  const tokens = readTokens();
  become(null, () => writeTokens(null));
  if (tokens) await endSession(tokens);
}

/** Takes over what the server says anew about the signed-in user; what it says about somebody else is dropped. */
export function updateUser(user: auth.User): void {
  const current = session.get();
  if (current.user?.id === user.id)
    session.set({ ...current, user, isSuperadmin: user.role === 'superadmin' });
}

/** `keepTokens` comes between the new user, whom the tokens' followers must know, and the calls made anew with them. */
function become(user: auth.User | null, keepTokens?: () => void): void {
  generation += 1;
  session.set(
    user ? { ...NOBODY, status: 'signed-in', user, isSuperadmin: user.role === 'superadmin' } : SIGNED_OUT,
  );
  keepTokens?.();
  const isSamePerson = cacheOwnerId === (user?.id ?? null);
  cacheOwnerId = user?.id ?? null;
  // What one person saw is not for the next; what is on the screen is asked for anew.
  if (!isSamePerson) void queryClient.resetQueries();
}

function followTokens(change: TokensChange): void {
  const tokens = readTokens();
  const { status, user } = session.get();
  if (tokens === null) {
    if (status === 'signed-out') return;
    become(null);
    if (status === 'signed-in' && change === 'here') {
      session.set({ ...SIGNED_OUT, hasEnded: true });
      for (const listener of endListeners) listener();
    }
    return;
  }
  if (status === 'loading') return;
  if (user === null || readClaims(tokens.accessToken).userId !== user.id) {
    session.set(LOADING);
    void loadUser();
  }
}

/** Profile, else refresh and profile again, else the session is cleared (specification section 4). */
async function loadUser(): Promise<void> {
  generation += 1;
  const own = generation;
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)) {
    try {
      const user = await fetchUser();
      if (own === generation) become(user);
      return;
    } catch (error) {
      if (own !== generation) return;
      if (isRefusal(error)) return writeTokens(null);
      session.set({ ...LOADING, isWaiting: true });
      await recoveryOrAfter(pauseMs);
      if (own !== generation) return;
    }
  }
}

async function fetchUser(): Promise<auth.User> {
  try {
    return (await call(auth.getProfile, {})).data.user;
  } catch (error) {
    const tokens = readTokens();
    if (!isRefusal(error) || tokens === null) throw error;
    if ((await renewTokens(tokens)) === null) throw error;
    return (await call(auth.getProfile, {})).data.user;
  }
}

function recoveryOrAfter(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      stopRecovery();
      window.removeEventListener('online', done);
      resolve();
    };
    const timer = setTimeout(done, milliseconds);
    const stopRecovery = onRecovery(done);
    window.addEventListener('online', done);
  });
}
