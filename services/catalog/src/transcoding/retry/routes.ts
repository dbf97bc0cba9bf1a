import { catalog } from '@larksong/contracts';
import type { Register } from '@larksong/service-kit';

import type { Db } from '../../db/tables.ts';
import { retryVideo } from './retry-video.ts';

/** `onDue` is told when a unit has become due, `onAbandoned` when there are objects to sweep. */
export function registerRetry(
  register: Register,
  deps: { db: Db; onDue: () => void; onAbandoned: () => void },
): void {
  register(catalog.retryVideo, async ({ params }) => {
    await retryVideo(deps.db, params.id);
    deps.onDue();
    deps.onAbandoned();
    return { message: 'The video is tried again.' };
  });
}
