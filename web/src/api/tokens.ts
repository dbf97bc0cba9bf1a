import type { auth } from '@larksong/contracts';

import { isNestHere } from './nest-here.ts';

/** The storage key that the specification requires. */
const KEY = 'auth.tokens';

/** Whether this tab or another one changed the tokens. */
export type TokensChange = 'here' | 'elsewhere';

const listeners = new Set<(change: TokensChange) => void>();
/** The tokens of a page whose browser forbids storage. The session then lasts as long as the page. */
let inMemory: string | null = null;

/** Returns this browser's tokens, or null if there are none, or if a nest is here. Malformed text counts as none. */
export function readTokens(): auth.Tokens | null {
  if (isNestHere()) return null;
  try {
    return parse(localStorage.getItem(KEY));
  } catch {
    return parse(inMemory);
  }
}

/**
 * Stores the tokens, or deletes them if null, and notifies the listeners in this tab; the browser notifies other tabs.
 */
export function writeTokens(tokens: auth.Tokens | null): void {
  const text =
    tokens && JSON.stringify({ accessToken: tokens.accessToken, refreshToken: tokens.refreshToken });
  inMemory = text;
  try {
    if (text === null) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, text);
  } catch {
    // The tokens are still in `inMemory`.
  }
  for (const listener of listeners) listener('here');
}

/** Calls back when the tokens change, in this tab or another. Returns a function that unsubscribes. */
export function onTokensChange(listener: (change: TokensChange) => void): () => void {
  // A null key means that the whole storage was cleared.
  const onStorage = (event: StorageEvent) => {
    if (event.key === KEY || event.key === null) listener('elsewhere');
  };
  listeners.add(listener);
  window.addEventListener('storage', onStorage);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', onStorage);
  };
}

/** Returns whether both are the same pair of tokens, or both are missing. */
export function isSameTokens(one: auth.Tokens | null, other: auth.Tokens | null): boolean {
  return one?.accessToken === other?.accessToken && one?.refreshToken === other?.refreshToken;
}

/** Returns the claims of an access token. They serve only timing and comparison; only the server verifies them. */
export function readClaims(accessToken: string): { userId: string | null; expiresAtMs: number | null } {
  const claims = decode(accessToken.split('.')[1] ?? '');
  const { sub, exp } = claims;
  return {
    userId: typeof sub === 'string' ? sub : null,
    expiresAtMs: typeof exp === 'number' ? exp * 1000 : null,
  };
}

function decode(part: string): Record<string, unknown> {
  try {
    const bytes = Uint8Array.from(atob(part.replaceAll('-', '+').replaceAll('_', '/')), (char) =>
      char.charCodeAt(0),
    );
    const value: unknown = JSON.parse(new TextDecoder().decode(bytes));
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}

function parse(text: string | null): auth.Tokens | null {
  if (text === null) return null;
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null) return null;
    const { accessToken, refreshToken } = value as Partial<Record<keyof auth.Tokens, unknown>>; // checked below
    return typeof accessToken === 'string' && typeof refreshToken === 'string'
      ? { accessToken, refreshToken }
      : null;
  } catch {
    return null;
  }
}
