import { auth } from '@larksong/contracts';

import { call } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';
import { acceptTokens, isRefusal, onRecovery, renewTokens } from '../../api/refresh.ts';
import { onTokensChange, readClaims, readTokens, writeTokens, type TokensChange } from '../../api/tokens.ts';
import { followAccount } from '../../lib/language.ts';
import { createStore, useStore } from '../../lib/store.ts';
import { endSession } from './end-session.ts';

export interface Session extends Rights {
  /** `loading` while there are tokens whose user is not known yet. */
  status: 'loading' | 'signed-out' | 'signed-in';
  user: auth.User | null;
  /** While loading: the server did not respond, and the call is retried. */
  isWaiting: boolean;
  /** While signed out: the server ended a session in use; the user did not sign out. */
  hasEnded: boolean;
}

/** What the user may do. The server makes its own checks. */
export interface Rights {
  isSuperadmin: boolean;
  isTeacher: boolean;
  /** Videos, and change those that they uploaded. */
  mayUpload: boolean;
  mayEditLetters: boolean;
}

function rightsOf(user: auth.User | null): Rights {
  const isSuperadmin = user?.role === 'superadmin';
  // An older version of auth knows no teachers.
  const teacher = (!isSuperadmin && user?.teacher) || null;
  return {
    isSuperadmin,
    isTeacher: teacher !== null,
    mayUpload: isSuperadmin || teacher !== null,
    mayEditLetters: isSuperadmin || teacher?.editsLetters === true,
  };
}

const NOBODY = { user: null, ...rightsOf(null), isWaiting: false, hasEnded: false };
const SIGNED_OUT: Session = { ...NOBODY, status: 'signed-out' };
const LOADING: Session = { ...NOBODY, status: 'loading' };
const FIRST_PAUSE_MS = 1000;
const MAX_PAUSE_MS = 5000;

const session = createStore<Session>(readTokens() ? LOADING : SIGNED_OUT);
const endListeners = new Set<() => void>();
/** The user whose responses are in the query cache. */
let cacheOwnerId = readClaims(readTokens()?.accessToken ?? '').userId;
/** Incremented whenever another user signs in or out; responses from an earlier generation are dropped. */
let generation = 0;

/** Returns the session and re-renders on its changes. */
export function useSession(): Session {
  return useStore(session);
}

/**
 * Returns the id of a user who may choose nobody else as the viewer of a private video: only superadmins look for
 * accounts. Undefined for superadmins.
 */
export function useSoleViewer(): string | undefined {
  const { user, isSuperadmin } = useSession();
  return isSuperadmin ? undefined : user?.id;
}

/** Starts following the stored tokens, in this tab and others. Call it once; returns a function that stops it. */
export function startSession(): () => void {
  const stop = onTokensChange(followTokens);
  // Refetches data that was refused or answered for a visitor.
  const stopRecovery = onRecovery(() => void queryClient.invalidateQueries());
  if (readTokens()) void loadUser();
  return () => {
    stop();
    stopRecovery();
    generation += 1;
  };
}

/** Requests the user again at once, while the session is loading. */
export function retrySession(): void {
  if (session.get().status === 'loading') void loadUser();
}

/**
 * Calls back when the server ends a session in use by this tab (not after a sign-out). Returns a function that
 * unsubscribes.
 */
export function onSessionEnd(listener: () => void): () => void {
  endListeners.add(listener);
  return () => endListeners.delete(listener);
}

/** Starts the session that a login or registration returned. */
export function signIn(signedIn: auth.SignedIn): void {
  setUser(signedIn.user, () => acceptTokens(signedIn));
}

/** Forgets the session, which has already ended on the server. */
export function forgetSession(): void {
  setUser(null, () => writeTokens(null));
}

/** Forgets the session at once. Resolves when the server has ended it, or could not be reached. Never rejects. */
export async function signOut(): Promise<void> {
  const tokens = readTokens();
  forgetSession();
  if (tokens) await endSession(tokens);
}

/** Stores a newer state of the signed-in user; ignores any other user. */
export function updateUser(user: auth.User): void {
  const current = session.get();
  if (current.user?.id === user.id) session.set({ ...current, user, ...rightsOf(user) });
}

/**
 * `keepTokens` runs after the new user is set, which the tokens' listeners need, and before calls are repeated with the
 * tokens.
 */
function setUser(user: auth.User | null, keepTokens?: () => void): void {
  generation += 1;
  followAccount(user?.language);
  session.set(user ? { ...NOBODY, status: 'signed-in', user, ...rightsOf(user) } : SIGNED_OUT);
  keepTokens?.();
  const isSamePerson = cacheOwnerId === (user?.id ?? null);
  cacheOwnerId = user?.id ?? null;
  // One user's data is not shown to the next; data in use is refetched.
  if (!isSamePerson) void queryClient.resetQueries();
}

function followTokens(change: TokensChange): void {
  const tokens = readTokens();
  const { status, user } = session.get();
  if (tokens === null) {
    if (status === 'signed-out') return;
    setUser(null);
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

/**
 * Loads the profile; if that fails, refreshes the tokens and tries again; if that fails too, clears the session
 * (specification section 4).
 */
async function loadUser(): Promise<void> {
  generation += 1;
  const own = generation;
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(pauseMs * 2, MAX_PAUSE_MS)) {
    try {
      const user = await fetchUser();
      if (own === generation) setUser(user);
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
