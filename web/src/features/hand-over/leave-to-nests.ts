import type { auth } from '@larksong/contracts';

import { keepNests } from '../../api/nest-session.ts';
import { queryClient } from '../../api/query-client.ts';
import { NEST_SESSION_KEY } from '../../api/nest-here.ts';
import { paths } from '../../paths.ts';
import { forgetSession } from '../auth/session.ts';

/** What a device keeps: how it looks and sounds. All else is a grown-up's. */
const KEPT = [NEST_SESSION_KEY, 'theme', 'player', 'memory-game'];

/**
 * Leaves this browser to nests, whose session the server has just issued in exchange for the member's: nothing of the member
 * stays in it, and other tabs follow at once. A new document opens on the nests.
 */
export function leaveToNests(session: auth.NestSession): void {
  keepNests(session); // first: from now on, nothing is asked as the member or as a visitor
  forgetSession();
  queryClient.clear();
  clearStorage();
  window.location.replace(paths.nest);
}

function clearStorage(): void {
  try {
    for (const key of Object.keys(localStorage)) if (!KEPT.includes(key)) localStorage.removeItem(key);
    sessionStorage.clear();
  } catch {
    // Storage is forbidden, and therefore empty.
  }
}
