import { ApiError, createClient, refreshToken, type Tokens } from '@larksong/contracts';

import { withLock } from './lock.ts';
import { isSameTokens, readClaims, readTokens, writeTokens } from './tokens.ts';

/** A token is renewed this long before it ends, so that it does not end on its way. */
const EARLY_MS = 30_000;
const ANSWER_WITHIN_MS = 15_000;

const send = createClient({ baseUrl: '' });

let running: Promise<Tokens | null> | null = null;
/** The newest token of this page. It counts as fresh for a minute whatever this device's clock says. */
let received = { accessToken: '', atMs: 0 };

/**
 * Whether an answer means that these tokens are worth nothing any more.
 * No answer, a 5xx, and the 4xx that only ask for patience leave a session as it is (design section 4).
 */
export function isRefusal(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  return error.status >= 400 && error.status < 500 && ![408, 425, 429].includes(error.status);
}

export function isExpiring(tokens: Tokens): boolean {
  if (tokens.accessToken === received.accessToken && performance.now() - received.atMs < 60_000) return false;
  const { expiresAtMs } = readClaims(tokens.accessToken);
  return expiresAtMs !== null && expiresAtMs - EARLY_MS < Date.now();
}

/** Notes that the server gave these tokens just now, and keeps them. */
export function acceptTokens(tokens: Tokens): void {
  received = { accessToken: tokens.accessToken, atMs: performance.now() };
  writeTokens(tokens);
}

/**
 * Exchanges `stale` for new tokens, or takes those that another tab got meanwhile.
 * Null when the session is over: its tokens are then gone. Throws an `ApiError` when the server
 * gave no answer or could not say; the tokens are then kept.
 */
export async function renewTokens(stale: Tokens): Promise<Tokens | null> {
  running ??= withLock('auth.refresh', () => exchange(stale)).finally(() => {
    running = null;
  });
  return await running;
}

async function exchange(stale: Tokens): Promise<Tokens | null> {
  const current = readTokens();
  if (current === null || !isSameTokens(current, stale)) return current;
  try {
    const successor = await ask(stale);
    // A sign-out or a new sign-in while the call was on its way wins.
    if (isSameTokens(readTokens(), stale)) acceptTokens(successor);
  } catch (error) {
    if (!isRefusal(error)) throw error;
    if (isSameTokens(readTokens(), stale)) writeTokens(null);
  }
  return readTokens();
}

async function ask(stale: Tokens): Promise<Tokens> {
  const signal = AbortSignal.timeout(ANSWER_WITHIN_MS);
  try {
    const answer = await send(refreshToken, { body: { refreshToken: stale.refreshToken } }, { signal });
    return answer.data;
  } catch (cause) {
    if (cause instanceof ApiError) throw cause;
    throw new ApiError({ message: 'The server did not answer in time. Please try again.', status: 0, cause });
  }
}
