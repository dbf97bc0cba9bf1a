import { catalog } from '@larksong/contracts';
import type { Register } from '@larksong/service-kit';

import type { Db } from '../db/tables.ts';
import { countOwnLists, createForgottenMember } from './store.ts';

/**
 * Registers the call by which auth reports a deleted account, and the one that tells beforehand what ends with it.
 * `onForgotten` is called once the deletion is recorded; the sweep does the rest.
 */
export function registerMembers(register: Register, deps: { db: Db; onForgotten: () => void }): void {
  register(catalog.forgetMember, async ({ body }) => {
    await createForgottenMember(deps.db, { user_id: body.userId, deletes_videos: body.deletesVideos });
    deps.onForgotten();
    return {};
  });

  register(catalog.countOwnLists, async ({ viewer: caller }) => ({
    data: await countOwnLists(deps.db, caller.id),
  }));
}
