import { createClient, type auth } from '@larksong/contracts';

import { keepNests } from '../../api/nest-session.ts';
import { queryClient } from '../../api/query-client.ts';
import { NEST_SESSION_KEY } from '../../api/nest-here.ts';
import { readTokens } from '../../api/tokens.ts';
import { paths } from '../../paths.ts';
import { endSession } from '../auth/end-session.ts';
import { forgetSession } from '../auth/session.ts';

/** What a device keeps: how it looks and sounds. All else is a grown-up's. */
const KEPT = [NEST_SESSION_KEY, 'theme', 'player', 'memory-game'];

/**
 * Leaves this browser to nests, whose session the server has just issued in exchange for the member's: nothing of the member
 * stays in it, and other tabs follow at once. A new document opens on the nests.
 */
export function leaveToNests(session: auth.NestSession): void {
  forgetMember(session);
  queryClient.clear();
  window.location.replace(paths.nest);
}

/**
 * Does the same after a card was opened, for which the server has not ended the member's session: ends it, or waits for that
 * only so long. So a card that does not open signs nobody out.
 */
export async function leaveToNestsOfCard(session: auth.NestSession): Promise<void> {
  const tokens = readTokens();
  forgetMember(session);
  if (tokens)
    await Promise.race([
      endSession(tokens, sendWithoutCookies),
      new Promise((resolve) => setTimeout(resolve, ENDING_MS)),
    ]);
  queryClient.clear();
  window.location.replace(paths.nest);
}

const ENDING_MS = 3000;

/** The gateway takes nothing of a member from a browser with the cookie of a nest, which is set by now. */
const sendWithoutCookies = createClient({
  baseUrl: '',
  fetch: (input, init) => fetch(input, { ...init, credentials: 'omit', keepalive: true }),
});

function forgetMember(session: auth.NestSession): void {
  keepNests(session); // first: from now on, nothing is asked as the member or as a visitor
  forgetSession();
  clearStorage();
}

function clearStorage(): void {
  try {
    for (const key of Object.keys(localStorage)) if (!KEPT.includes(key)) localStorage.removeItem(key);
    sessionStorage.clear();
  } catch {
    // Storage is forbidden, and therefore empty.
  }
}
