import { catalog } from '@larksong/contracts';

import { invalidate } from './invalidate.ts';
import { VIDEO_CALLS } from './video-queries.ts';

/**
 * Marks all cached data about videos as stale, for pages of superadmins and teachers. Resolves when the data in use has been refetched.
 */
export function refreshVideos(): Promise<void> {
  return invalidate(
    ...VIDEO_CALLS,
    catalog.listTagValues,
    catalog.listChips,
    catalog.getTranscodingStatus,
    catalog.listOwnWork,
    catalog.getOwnQuota,
  );
}
