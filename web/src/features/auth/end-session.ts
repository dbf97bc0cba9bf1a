import { auth, createClient, type Call } from '@larksong/contracts';

import { isExpiring } from '../../api/refresh.ts';

const sendPlainly = createClient({ baseUrl: '' });
const RESPONSE_TIMEOUT_MS = 10_000;

/** Ends a session on the server, by `send`. Never rejects: on this device it is already over. */
export async function endSession(tokens: auth.Tokens, send: Call = sendPlainly): Promise<void> {
  const signal = AbortSignal.timeout(RESPONSE_TIMEOUT_MS);
  try {
    // An expired access token cannot end its session, so its successor is requested first.
    const { accessToken } = isExpiring(tokens)
      ? (await send(auth.refreshToken, { body: { refreshToken: tokens.refreshToken } }, { signal })).data
      : tokens;
    await send(auth.logout, {}, { signal, headers: { authorization: `Bearer ${accessToken}` } });
  } catch {
    // No response, or the session had already ended on the server: nothing is left to do.
  }
}
