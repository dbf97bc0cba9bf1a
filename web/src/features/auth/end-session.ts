import { auth, createClient } from '@larksong/contracts';

import { isExpiring } from '../../api/refresh.ts';

const send = createClient({ baseUrl: '' });
const ANSWER_WITHIN_MS = 10_000;

/** Tells the server that a session is over. Never rejects: on this device it is over already. */
export async function endSession(tokens: auth.Tokens): Promise<void> {
  const signal = AbortSignal.timeout(ANSWER_WITHIN_MS);
  try {
    // An access token that has ended cannot end its session, so that its successor is asked for first.
    const { accessToken } = isExpiring(tokens)
      ? (await send(auth.refreshToken, { body: { refreshToken: tokens.refreshToken } }, { signal })).data
      : tokens;
    await send(auth.logout, {}, { signal, headers: { authorization: `Bearer ${accessToken}` } });
  } catch {
    // No answer, or the session had ended on the server: nothing is left to do here.
  }
}
