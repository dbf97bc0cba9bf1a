import { ApiError, createClient, type Call, type Endpoint, type Tokens } from '@larksong/contracts';

import { isExpiring, renewTokens } from './refresh.ts';
import { readTokens } from './tokens.ts';

const send = createClient({ baseUrl: '' });

/**
 * Makes any call of the contracts with the session of this browser, or throws an `ApiError`.
 * A token that has ended is renewed and the call made once more. What everybody may see is asked for
 * without a token when the session is over or cannot be renewed right now.
 */
export const call: Call = async (endpoint, input, options = {}) => {
  const tokens = endpoint.access === 'anyone' ? null : await currentTokens(endpoint);
  const withTokens = (bearer: Tokens | null) =>
    send(endpoint, input, { ...options, headers: { ...toHeaders(bearer), ...options.headers } });
  try {
    return await withTokens(tokens);
  } catch (error) {
    if (tokens === null || !(error instanceof ApiError) || error.status !== 401) throw error;
    const renewed = await renewFor(endpoint, tokens);
    if (renewed === null && endpoint.access !== 'viewer') throw error;
    return await withTokens(renewed);
  }
};

/** The header that carries the session, fresh enough for a long upload to start with; empty when signed out. */
export async function authorizationHeaders(): Promise<Record<string, string>> {
  const tokens = readTokens();
  return toHeaders(tokens && isExpiring(tokens) ? await renewTokens(tokens) : tokens);
}

async function currentTokens(endpoint: Endpoint): Promise<Tokens | null> {
  const tokens = readTokens();
  return tokens && isExpiring(tokens) ? await renewFor(endpoint, tokens) : tokens;
}

async function renewFor(endpoint: Endpoint, stale: Tokens): Promise<Tokens | null> {
  try {
    return await renewTokens(stale);
  } catch (error) {
    if (endpoint.access === 'viewer') return null;
    throw error;
  }
}

function toHeaders(tokens: Tokens | null): Record<string, string> {
  return tokens ? { authorization: `Bearer ${tokens.accessToken}` } : {};
}
