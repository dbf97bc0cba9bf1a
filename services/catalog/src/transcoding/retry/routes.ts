import { catalog } from '@larksong/contracts';
import type { Register } from '@larksong/service-kit';

import type { Db } from '../../db/tables.ts';
import { acceptReadable } from './accept-readable.ts';
import { retryVideo } from './retry-video.ts';

/**
 * Registers the calls that retry a failed video, or publish its readable part. `onDue` is called when a unit became
 * due, `onAbandoned` when there are objects to sweep.
 */
export function registerRetry(
  register: Register,
  deps: { db: Db; onDue: () => void; onAbandoned: () => void },
): void {
  register(catalog.retryVideo, async ({ params, viewer, record, request }) => {
    await retryVideo(deps.db, params.id, { editor: viewer, record });
    request.log.info({ by: viewer.id, videoId: params.id }, 'a video was retried');
    deps.onDue();
    deps.onAbandoned();
    return { message: 'Processing restarted.' };
  });

  register(catalog.acceptReadable, async ({ params, viewer, record, request }) => {
    if (await acceptReadable(deps.db, params.id, { editor: viewer, record })) {
      request.log.info({ by: viewer.id, videoId: params.id }, 'a part of a damaged video was accepted');
      deps.onDue();
      deps.onAbandoned();
    }
    return { message: 'The readable part is being published.' };
  });
}
