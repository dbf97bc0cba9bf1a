import { addVideoTags, deleteVideo, getVideo, listVideos } from '@larksong/contracts';
import { AppError, type Register } from '@larksong/service-kit';

import type { Db } from '../db/schema.ts';
import { buryVideo } from '../deletion/store.ts';
import * as store from './store.ts';
import { encodeCursor } from './cursor.ts';
import { toVideo } from './video.ts';
import { canView } from './visibility.ts';

export function registerVideos(
  register: Register,
  deps: { db: Db; onDeleted: (videoId: string) => void },
): void {
  const { db } = deps;

  register(listVideos, async ({ query, viewer }) => {
    const { limit = 50, sort = 'newest', cursor } = query;
    const { videos, next } = await store.listVideos(db, { viewer, sort, limit, cursor });
    return { data: { videos: videos.map(toVideo), nextCursor: next && encodeCursor(next) } };
  });

  register(getVideo, async ({ params, viewer }) => {
    const video = await store.findVideo(db, params.id);
    if (!video || !isOpenTo(viewer, video)) throw new AppError('VIDEO_NOT_FOUND');
    return { data: { video: toVideo(video) } };
  });

  register(addVideoTags, async ({ params, body }) => {
    const tags = body.tags.map((tag) => ({ tagType: tag.tagType, tagValue: tag.tagValue.trim() }));
    if (tags.some((tag) => tag.tagValue === ''))
      throw new AppError('VALIDATION_FAILED', { message: 'A tag has 1 to 100 characters.' });
    const video = await db.transaction().execute(async (trx) => {
      if (!(await store.findVideo(trx, params.id))) throw new AppError('VIDEO_NOT_FOUND');
      await store.addTags(trx, params.id, tags);
      return store.findVideo(trx, params.id);
    });
    return { data: { tags: video?.tags ?? [] } };
  });

  register(deleteVideo, async ({ params }) => {
    const deleted = await db.transaction().execute((trx) => buryVideo(trx, params.id));
    if (!deleted) throw new AppError('VIDEO_NOT_FOUND');
    deps.onDeleted(params.id);
    return { message: 'Video deleted.' };
  });
}

/** Whoever may see a video sees it from its upload on; a failed one only its uploader and superadmins do. */
function isOpenTo(viewer: Parameters<typeof canView>[0], video: store.VideoWithNames): boolean {
  const guarded = {
    visibility: video.visibility,
    privateUserId: video.private_user_id,
    uploaderId: video.uploader_id,
  };
  if (!canView(viewer, guarded)) return false;
  if (video.status !== 'failed') return true;
  return viewer !== null && (viewer.role === 'superadmin' || viewer.id === video.uploader_id);
}
