import type { auth } from '@larksong/contracts';

/** Where the specification keeps the tokens. */
const KEY = 'auth.tokens';

/** Whether this tab changed the tokens or another one did. */
export type TokensChange = 'here' | 'elsewhere';

const listeners = new Set<(change: TokensChange) => void>();
/** What holds where the browser forbids storage: the session then lasts as long as the page. */
let inMemory: string | null = null;

/** The tokens of this browser, or null. Text that is not what we wrote counts as none. */
export function readTokens(): auth.Tokens | null {
  try {
    return parse(localStorage.getItem(KEY));
  } catch {
    return parse(inMemory);
  }
}

/** Keeps the tokens, null forgets them; tells everybody who asked in this tab (the browser tells the others). */
export function writeTokens(tokens: auth.Tokens | null): void {
  const text =
    tokens && JSON.stringify({ accessToken: tokens.accessToken, refreshToken: tokens.refreshToken });
  inMemory = text;
  try {
    if (text === null) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, text);
  } catch {
    // `inMemory` holds them.
  }
  for (const listener of listeners) listener('here');
}

/** Calls back when the tokens change, in this tab or another. Returns what ends it. */
export function onTokensChange(listener: (change: TokensChange) => void): () => void {
  // A null key means that all of the storage was emptied.
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

export function isSameTokens(one: auth.Tokens | null, other: auth.Tokens | null): boolean {
  return one?.accessToken === other?.accessToken && one?.refreshToken === other?.refreshToken;
}

/** What an access token says about itself. Read for timing and comparison only; the server alone believes in it. */
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
