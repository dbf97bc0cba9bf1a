import { catalog } from '@larksong/contracts';
import type { Register } from '@larksong/service-kit';

import type { Db } from '../../db/tables.ts';
import { cancelVideo } from './cancel-video.ts';

/** Registers the call that cancels a video. `onAbandoned` is called when there are objects to sweep. */
export function registerCancel(
  register: Register,
  deps: { db: Db; onAbandoned: () => void; onCancelled: () => void },
): void {
  register(catalog.cancelVideo, async ({ params, viewer, record, request }) => {
    if (await cancelVideo(deps.db, { videoId: params.id, editor: viewer, record })) {
      request.log.info({ by: viewer.id, videoId: params.id }, 'a video was cancelled');
      deps.onCancelled();
      deps.onAbandoned();
    }
    return { message: 'Processing cancelled.' };
  });
}
