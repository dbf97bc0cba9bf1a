import type { catalog } from '@larksong/contracts';

import { TEO } from './accounts.ts';
import { video } from './videos.ts';

/** Returns a teacher's video that waits for approval. */
export function pendingVideo(
  changes: Partial<catalog.PendingVideo> = {},
  approval: Partial<catalog.Approval> = {},
): catalog.PendingVideo {
  return {
    ...video({
      visibility: 'private',
      privateUserId: TEO.id,
      uploader: { username: TEO.username, displayName: null },
    }),
    uploaderId: TEO.id,
    ...changes,
    approval: {
      state: 'waiting',
      wantedVisibility: 'public',
      wantedPrivateUserId: null,
      note: null,
      since: new Date(Date.now() - 3_600_000).toISOString(),
      revision: 0,
      ...approval,
    },
  };
}
