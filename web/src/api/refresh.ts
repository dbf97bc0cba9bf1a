import { ApiError, auth, createClient } from '@larksong/contracts';

import { withLock } from './lock.ts';
import { NoAnswerError } from '../lib/time-limit.ts';
import { isSameTokens, readClaims, readTokens, writeTokens } from './tokens.ts';

/** Tokens are renewed this long before they expire, so that none expires in transit. */
const RENEW_BEFORE_MS = 30_000;
const RESPONSE_TIMEOUT_MS = 15_000;
const FIRST_PAUSE_MS = 1000;
/** Keeps the pause short enough for a page to recover within 10 s of the server's return. */
const MAX_PAUSE_MS = 5000;

const send = createClient({ baseUrl: '' });

/** Tokens that could not be renewed because the server did not respond. */
interface Outage {
  tokens: auth.Tokens;
  failures: number;
  retryAtMs: number;
  failure: SessionUnavailableError;
}

/** The session could not be renewed or checked, but is kept. The message is a sentence for the user. */
export class SessionUnavailableError extends ApiError {
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
/** The newest token of this page. It counts as fresh for a minute, whatever this device's clock says. */
let received = { accessToken: '', atMs: 0 };

/**
 * Returns whether an error means that the tokens are no longer valid. No response, a 5xx, and the 4xx that only ask the
 * client to wait leave the session as it is (design section 4).
 */
export function isRefusal(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  return error.status >= 400 && error.status < 500 && ![408, 425, 429].includes(error.status);
}

/** Returns whether the access token expires so soon that it should be renewed. */
export function isExpiring(tokens: auth.Tokens): boolean {
  return endsWithin(RENEW_BEFORE_MS, tokens);
}

/** Returns whether the access token has expired. */
export function hasEnded(tokens: auth.Tokens): boolean {
  return endsWithin(0, tokens);
}

function endsWithin(ms: number, { accessToken }: auth.Tokens): boolean {
  if (accessToken === received.accessToken && performance.now() - received.atMs < 60_000) return false;
  const { expiresAtMs } = readClaims(accessToken);
  return expiresAtMs !== null && expiresAtMs - ms < Date.now();
}

/** Records that the server has just issued these tokens, and stores them. */
export function acceptTokens(tokens: auth.Tokens): void {
  received = { accessToken: tokens.accessToken, atMs: performance.now() };
  writeTokens(tokens);
}

/**
 * Exchanges `stale` for new tokens, or returns those that another tab has obtained in the meantime. Returns null if the
 * session is over; its tokens are then deleted. Throws a `SessionUnavailableError` if the server did not respond or
 * could not decide; the tokens are then kept, and the exchange is retried after growing pauses. Calls during a pause
 * fail at once with the previous error.
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

/**
 * Calls back when the tokens have been renewed after an outage, or can be checked again. Returns a function that
 * unsubscribes.
 */
export function onRecovery(listener: () => void): () => void {
  recoveryListeners.add(listener);
  return () => recoveryListeners.delete(listener);
}

/**
 * Schedules a recovery for responses that were fetched without the tokens because these could not be checked in time.
 */
export function recoverLater(): void {
  // An outage ends with a recovery anyway.
  if (outage === null) recovery ??= setTimeout(notifyRecovery, MAX_PAUSE_MS);
}

function notifyRecovery(): void {
  clearTimeout(recovery);
  recovery = undefined;
  for (const listener of recoveryListeners) listener();
}

async function renew(stale: auth.Tokens): Promise<auth.Tokens | null> {
  try {
    const tokens = await withLock('auth.refresh', () => exchange(stale));
    const wasAway = outage !== null;
    outage = null;
    if (wasAway && tokens !== null) notifyRecovery();
    return tokens;
  } catch (error) {
    const own = toOutage(stale, error);
    outage = own;
    setTimeout(() => tryAgain(own), own.retryAtMs - performance.now());
    throw own.failure;
  }
}

/** Retries without a call from the page: nobody may use it at the moment, but it must recover when the server does. */
function tryAgain(own: Outage): void {
  if (outage !== own) return;
  const tokens = readTokens();
  if (isSameTokens(own.tokens, tokens)) {
    own.retryAtMs = 0;
    renewTokens(own.tokens).catch(() => {}); // a failure has already scheduled the next attempt
    return;
  }
  outage = null;
  if (tokens !== null) notifyRecovery(); // another tab was faster
}

function toOutage(tokens: auth.Tokens, error: unknown): Outage {
  const { status = 0, retryAfterSeconds = 0 } = error instanceof ApiError ? error : {};
  const failures = (outage && isSameTokens(outage.tokens, tokens) ? outage.failures : 0) + 1;
  const pauseMs = Math.min(FIRST_PAUSE_MS * 2 ** (failures - 1), MAX_PAUSE_MS);
  // Jitter, so that browsers do not all return at the same moment.
  const spreadMs = pauseMs * (0.8 + Math.random() * 0.4);
  // An overloaded server sends every client the same pause; a rate limit knows this client's own.
  const requestedMs = status === 429 ? Math.min(retryAfterSeconds, 60) * 1000 : 0;
  return {
    tokens,
    failures,
    retryAtMs: performance.now() + Math.max(spreadMs, requestedMs),
    failure: new SessionUnavailableError(error),
  };
}

async function exchange(stale: auth.Tokens): Promise<auth.Tokens | null> {
  const current = readTokens();
  if (current === null || !isSameTokens(current, stale)) return current;
  try {
    const successor = await requestTokens(stale);
    // A sign-out or a new sign-in during the call takes precedence.
    if (isSameTokens(readTokens(), stale)) acceptTokens(successor);
  } catch (error) {
    if (!isRefusal(error)) throw error;
    if (isSameTokens(readTokens(), stale)) writeTokens(null);
  }
  return readTokens();
}

async function requestTokens(stale: auth.Tokens): Promise<auth.Tokens> {
  const signal = AbortSignal.timeout(RESPONSE_TIMEOUT_MS);
  try {
    const answer = await send(auth.refreshToken, { body: { refreshToken: stale.refreshToken } }, { signal });
    return answer.data;
  } catch (error) {
    throw error instanceof ApiError ? error : new NoAnswerError();
  }
}
