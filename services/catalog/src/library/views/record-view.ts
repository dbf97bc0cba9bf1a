import { AppError, type KeyedMutex } from '@larksong/service-kit';

import type { Db } from '../../db/tables.ts';
import { findAccessRules } from '../videos/read-store.ts';
import { accountIdOf, type VideoViewer } from '../videos/viewer.ts';
import { canWatch } from '../videos/visibility.ts';
import { countOpening, saveOpening, savePosition } from './store.ts';

/** A report of a view. */
export interface View {
  videoId: string;
  viewer: VideoViewer;
  viewerKey: Buffer;
  /** The network of a visitor, which can count for a few browsers only; null for an account. */
  networkKey: Buffer | null;
  /** 0 on opening. */
  positionSeconds: number;
}

/**
 * Records an opening (position 0) or the progress in seconds, and returns the video's view count. Throws
 * VIDEO_NOT_FOUND.
 */
export async function recordView(
  deps: { db: Db; mutex: KeyedMutex; viewsPerNetwork: number },
  view: View,
): Promise<number> {
  const { videoId, viewer, positionSeconds } = view;
  const userId = accountIdOf(viewer);
  const watcher = userId === null ? null : { userId, videoId };
  const viewCount = await deps.mutex.run(videoId, async () => {
    const video = await findAccessRules(deps.db, videoId, viewer);
    if (!video || !canWatch(viewer, video)) return undefined;
    return positionSeconds === 0 ? countOpening(deps.db, view, deps.viewsPerNetwork) : video.viewCount;
  });
  if (viewCount === undefined) throw new AppError('VIDEO_NOT_FOUND');
  if (watcher && positionSeconds === 0) await saveOpening(deps.db, watcher);
  if (watcher && positionSeconds > 0) await savePosition(deps.db, watcher, positionSeconds);
  return viewCount;
}
