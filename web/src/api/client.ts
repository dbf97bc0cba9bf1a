import {
  ApiError,
  createClient,
  type Answer,
  type auth,
  type Call,
  type Endpoint,
} from '@larksong/contracts';

import { fetchEarly } from './early-files.ts';
import { isNestHere } from './nest-here.ts';
import {
  SessionUnavailableError,
  hasEnded,
  isExpiring,
  isRefusal,
  recoverLater,
  renewTokens,
} from './refresh.ts';
import { loadServerTexts } from '../lib/server-sentences/texts.ts';
import { READ_LIMIT_MS, withinLimit } from '../lib/time-limit.ts';
import { readTokens } from './tokens.ts';

const send = createClient({ baseUrl: '', fetch: fetchEarly });
/** Longest wait for a token refresh before a call that needs no session is sent without one. */
const RENEW_TIMEOUT_MS = 2000;

/**
 * Makes any call of the contracts with this browser's session. Throws an `ApiError` if it fails. If the token has
 * expired, it is renewed and the call is repeated. A public call is made without a token if the session is over or
 * cannot be renewed or checked at the moment. A read fails after 20 s; a change takes as long as it needs, since it may
 * have been made.
 */
export const call: Call = async (endpoint, input, options = {}) => {
  try {
    if (endpoint.method !== 'GET') return await callAsUser(endpoint, input, options);
    const limit = { limitMs: READ_LIMIT_MS, signal: options.signal };
    return await withinLimit(limit, (signal) => callAsUser(endpoint, input, { ...options, signal }));
  } catch (error) {
    if (error instanceof ApiError) await loadServerTexts('failures');
    throw error;
  }
};

const callAsUser: Call = async (endpoint, input, options = {}) => {
  // Its code is not part of the first load of everybody else.
  if (isNestHere()) return await (await import('./nest-calls.ts')).sendAsNest(send, endpoint, input, options);
  const tokens = endpoint.access === 'anyone' ? null : readTokens();
  const sendAs = (bearer: auth.Tokens | null) =>
    send(endpoint, input, { ...options, headers: { ...toHeaders(bearer), ...options.headers } });
  if (tokens === null) return await sendAs(null);
  if (endpoint.access === 'viewer') return await sendAsViewer(sendAs, tokens);
  return await sendSignedIn(sendAs, tokens, renewTokens);
};

/** Returns the header that carries the session, renewed if it is about to expire; empty when signed out. */
export async function authorizationHeaders(): Promise<Record<string, string>> {
  const tokens = readTokens();
  return toHeaders(tokens && isExpiring(tokens) ? await renewTokens(tokens) : tokens);
}

type SendAs<E extends Endpoint> = (bearer: auth.Tokens | null) => Promise<Answer<E>>;
type Renew = typeof renewTokens;

async function sendSignedIn<E extends Endpoint>(
  sendAs: SendAs<E>,
  tokens: auth.Tokens,
  renew: Renew,
): Promise<Answer<E>> {
  const current = hasEnded(tokens) ? await renew(tokens) : tokens;
  // Renewed in the background for the next call, which reports a failure.
  if (current === tokens && isExpiring(tokens)) renewTokens(tokens).catch(() => {});
  try {
    return await sendAs(current);
  } catch (error) {
    if (current === null || statusOf(error) !== 401) throw error;
    const renewed = await renew(current);
    if (renewed === null) throw error;
    return await sendAs(renewed);
  }
}

async function sendAsViewer<E extends Endpoint>(sendAs: SendAs<E>, tokens: auth.Tokens): Promise<Answer<E>> {
  try {
    return await sendSignedIn(sendAs, tokens, renewInTime);
  } catch (error) {
    const isUnchecked = error instanceof SessionUnavailableError || statusOf(error) === 503;
    if (!isUnchecked && statusOf(error) !== 401) throw error;
    try {
      const answer = await sendAs(null);
      if (isUnchecked) recoverLater();
      return answer;
    } catch (refusal) {
      // Visitors are refused calls that members may make.
      throw isUnchecked && isRefusal(refusal) ? new SessionUnavailableError(error) : refusal;
    }
  }
}

async function renewInTime(stale: auth.Tokens): Promise<auth.Tokens | null> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new SessionUnavailableError(undefined)), RENEW_TIMEOUT_MS);
  try {
    return await Promise.race([renewTokens(stale), late]);
  } finally {
    clearTimeout(timer);
  }
}

function statusOf(error: unknown): number | undefined {
  return error instanceof ApiError ? error.status : undefined;
}

function toHeaders(tokens: auth.Tokens | null): Record<string, string> {
  return tokens ? { authorization: `Bearer ${tokens.accessToken}` } : {};
}
