import { ApiError, auth, createClient } from '@larksong/contracts';

import { withLock } from './lock.ts';
import { isSameTokens, readClaims, readTokens, writeTokens } from './tokens.ts';

/** A token is renewed this long before it ends, so that it does not end on its way. */
const EARLY_MS = 30_000;
const ANSWER_WITHIN_MS = 15_000;
const FIRST_PAUSE_MS = 1000;
/** A page is to be whole within 10 s of the server's return. */
const LONGEST_PAUSE_MS = 5000;

const send = createClient({ baseUrl: '' });

/** These tokens could not be renewed since the server did not answer. */
interface Outage {
  tokens: auth.Tokens;
  failures: number;
  retryAtMs: number;
  failure: AwayError;
}

/** The session could not be renewed or checked, and is kept: what happened, in words for the user. */
export class AwayError extends ApiError {
  constructor(cause: unknown) {
    const status = cause instanceof ApiError ? cause.status : 0;
    super({
      message: 'Your sign-in cannot be checked right now. Please try again in a moment.',
      status,
      cause,
    });
  }
}

let running: Promise<auth.Tokens | null> | null = null;
let outage: Outage | null = null;
let recovery: ReturnType<typeof setTimeout> | undefined;
const recoveryListeners = new Set<() => void>();
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

/** Whether the access token ends so soon that it should be renewed. */
export function isExpiring(tokens: auth.Tokens): boolean {
  return endsWithin(EARLY_MS, tokens);
}

export function hasEnded(tokens: auth.Tokens): boolean {
  return endsWithin(0, tokens);
}

function endsWithin(ms: number, { accessToken }: auth.Tokens): boolean {
  if (accessToken === received.accessToken && performance.now() - received.atMs < 60_000) return false;
  const { expiresAtMs } = readClaims(accessToken);
  return expiresAtMs !== null && expiresAtMs - ms < Date.now();
}

/** Notes that the server gave these tokens just now, and keeps them. */
export function acceptTokens(tokens: auth.Tokens): void {
  received = { accessToken: tokens.accessToken, atMs: performance.now() };
  writeTokens(tokens);
}

/**
 * Exchanges `stale` for new tokens, or takes those that another tab got meanwhile.
 * Null when the session is over: its tokens are then gone. Throws an `AwayError` when the server gave no answer or could
 * not say; the tokens are then kept, and the exchange is tried again after pauses that grow. Whoever asks during a pause
 * gets the failure before it at once.
 */
export async function renewTokens(stale: auth.Tokens): Promise<auth.Tokens | null> {
  if (
    running === null &&
    outage &&
    isSameTokens(outage.tokens, stale) &&
    performance.now() < outage.retryAtMs
  )
    throw outage.failure;
  running ??= renew(stale).finally(() => {
    running = null;
  });
  return await running;
}

/** Calls back when the tokens could be renewed after all, or may be checked again. Returns what ends it. */
export function onRecovery(listener: () => void): () => void {
  recoveryListeners.add(listener);
  return () => recoveryListeners.delete(listener);
}

/** Asks in a moment for what was answered without the tokens, since they could not be checked in time. */
export function recoverLater(): void {
  // An outage ends with a recovery anyway.
  if (outage === null) recovery ??= setTimeout(tellRecovery, LONGEST_PAUSE_MS);
}

function tellRecovery(): void {
  clearTimeout(recovery);
  recovery = undefined;
  for (const listener of recoveryListeners) listener();
}

async function renew(stale: auth.Tokens): Promise<auth.Tokens | null> {
  try {
    const tokens = await withLock('auth.refresh', () => exchange(stale));
    const wasAway = outage !== null;
    outage = null;
    if (wasAway && tokens !== null) tellRecovery();
    return tokens;
  } catch (error) {
    const own = toOutage(stale, error);
    outage = own;
    setTimeout(() => tryAgain(own), own.retryAtMs - performance.now());
    throw own.failure;
  }
}

/** Nobody may ask for anything while the page is only looked at, yet it is to be whole again once the server is. */
function tryAgain(own: Outage): void {
  if (outage !== own) return;
  const tokens = readTokens();
  if (isSameTokens(own.tokens, tokens)) {
    own.retryAtMs = 0;
    renewTokens(own.tokens).catch(() => {}); // the next try is planned by then
    return;
  }
  outage = null;
  if (tokens !== null) tellRecovery(); // another tab was faster
}

function toOutage(tokens: auth.Tokens, error: unknown): Outage {
  const { status = 0, retryAfterSeconds = 0 } = error instanceof ApiError ? error : {};
  const failures = (outage && isSameTokens(outage.tokens, tokens) ? outage.failures : 0) + 1;
  const pauseMs = Math.min(FIRST_PAUSE_MS * 2 ** (failures - 1), LONGEST_PAUSE_MS);
  // Spread, so that not all browsers come at once when the server is back.
  const spreadMs = pauseMs * (0.8 + Math.random() * 0.4);
  // A server that is away tells every client the same; only one that counts calls knows how long this one is to wait.
  const toldMs = status === 429 ? Math.min(retryAfterSeconds, 60) * 1000 : 0;
  return {
    tokens,
    failures,
    retryAtMs: performance.now() + Math.max(spreadMs, toldMs),
    failure: new AwayError(error),
  };
}

async function exchange(stale: auth.Tokens): Promise<auth.Tokens | null> {
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

async function ask(stale: auth.Tokens): Promise<auth.Tokens> {
  const signal = AbortSignal.timeout(ANSWER_WITHIN_MS);
  try {
    const answer = await send(auth.refreshToken, { body: { refreshToken: stale.refreshToken } }, { signal });
    return answer.data;
  } catch (cause) {
    if (cause instanceof ApiError) throw cause;
    throw new ApiError({ message: 'The server did not answer in time. Please try again.', status: 0, cause });
  }
}
