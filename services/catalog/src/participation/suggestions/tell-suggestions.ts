import { ApiError, auth as authCalls, catalog, type Call } from '@larksong/contracts';

import type { Db } from '../../db/tables.ts';
import { listUntoldLists, markTold, type UntoldList } from './notice-store.ts';

const TIMEOUT_MS = 5000;

/**
 * Runs one round: asks auth for a mail to the owner of each list with new suggestions, and to all superadmins for one of
 * the site. Auth gathers them. Throws if auth does not respond; the next round makes up for it.
 */
export async function tellSuggestions(deps: { db: Db; auth: Call }, signal?: AbortSignal): Promise<void> {
  for (const list of await listUntoldLists(deps.db)) {
    if (signal?.aborted) return;
    await tell(deps, list);
    await markTold(
      deps.db,
      list.told.map(({ id }) => id),
    );
  }
}

async function tell({ auth }: { auth: Call }, list: UntoldList): Promise<void> {
  const options = () => ({ signal: AbortSignal.timeout(TIMEOUT_MS) });
  const userIds =
    list.ownerId === null ? (await auth(authCalls.listSuperadmins, {}, options())).data.ids : [list.ownerId];
  const [first] = list.told;
  if (!first) return;
  for (const [index, userId] of userIds.entries()) {
    // The id of a mail makes its repetition harmless.
    const id = index === 0 ? first.id : toOtherId(first.id, userId);
    const notice = { id, videoId: list.id, kind: 'suggested' as const, title: list.name, message: null };
    const body = { ...notice, createdAt: first.at.toISOString(), userId };
    try {
      await auth(catalog.sendVideoMail, { body }, options());
    } catch (error) {
      // An auth from before suggestions knows no such mail.
      if (!(error instanceof ApiError) || error.status !== 400) throw error;
    }
  }
}

/** Returns an id for another recipient that is the same at every repetition. */
function toOtherId(id: string, userId: string): string {
  return `${id.slice(0, 24)}${userId.slice(24)}`;
}
