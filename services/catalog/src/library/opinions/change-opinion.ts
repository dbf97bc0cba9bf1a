import type { catalog } from '@larksong/contracts';
import { AppError, type KeyedMutex } from '@larksong/service-kit';

import type { Db, OpinionKind } from '../../db/tables.ts';
import { findAccessRules } from '../videos/read-store.ts';
import type { AccountViewer } from '../videos/viewer.ts';
import { canWatch } from '../videos/visibility.ts';
import { saveOpinion } from './store.ts';

/** Sets or clears the viewer's opinion of a video; repeating it changes nothing. Throws VIDEO_NOT_FOUND. */
export async function changeOpinion(
  deps: { db: Db; mutex: KeyedMutex },
  change: { videoId: string; viewer: AccountViewer; kind: OpinionKind | null },
): Promise<catalog.Opinion> {
  const { videoId, viewer, kind } = change;
  const likeCount = await deps.mutex.run(videoId, async () => {
    const video = await findAccessRules(deps.db, videoId, viewer);
    if (!video || !canWatch(viewer, video)) return undefined;
    return saveOpinion(deps.db, { userId: viewer.id, videoId }, kind);
  });
  if (likeCount === undefined) throw new AppError('VIDEO_NOT_FOUND');
  return { userHasLiked: kind === 'like', userHasDisliked: kind === 'dislike', likeCount };
}
