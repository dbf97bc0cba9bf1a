import { clearWatchHistory, recordView } from '@larksong/contracts';
import { signedIn, type Register } from '@larksong/service-kit';

import type { Db } from '../db/schema.ts';
import type { Turns } from '../videos/turns.ts';
import { recordView as record } from './record-view.ts';
import { forgetWatched } from './store.ts';
import type { ViewerKeys } from './viewer-key.ts';

export function registerViews(
  register: Register,
  deps: { db: Db; turns: Turns; viewerKeys: ViewerKeys },
): void {
  const { db, viewerKeys } = deps;

  register(recordView, async ({ params, body, viewer, request }) => {
    const visitor = { address: request.ip, userAgent: request.headers['user-agent'] ?? '' };
    const viewCount = await record(deps, {
      videoId: params.id.toLowerCase(),
      viewer,
      viewerKey: viewerKeys(viewer ? { userId: viewer.id } : visitor),
      positionSeconds: body.watchedDuration,
    });
    return { data: { viewCount } };
  });

  register(clearWatchHistory, async ({ viewer }) => {
    await forgetWatched(db, signedIn(viewer).id);
    return { message: 'Your watch history is empty now.' };
  });
}
