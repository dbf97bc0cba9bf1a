import { catalog } from '@larksong/contracts';
import { AppError, inTransaction, type Register } from '@larksong/service-kit';

import type { Db } from '../../db/tables.ts';
import { markDeleted } from '../../transcoding/deletion/store.ts';
import { findVideo } from './read-store.ts';
import { toVideo } from './video.ts';
import { canOpen, toGuarded } from './visibility.ts';

/** Registers reading and deleting a video. `onDeleted` is called when one was deleted. */
export function registerVideos(
  register: Register,
  deps: { db: Db; onDeleted: (videoId: string) => void },
): void {
  const { db } = deps;

  register(catalog.getVideo, async ({ params, viewer }) => {
    const video = await findVideo(db, params.id, viewer);
    if (!video || !canOpen(viewer, toGuarded(video))) throw new AppError('VIDEO_NOT_FOUND');
    return { data: { video: toVideo(video, viewer, new Date()) } };
  });

  register(catalog.deleteVideo, async ({ params }) => {
    const deleted = await inTransaction(db, (trx) => markDeleted(trx, params.id));
    if (!deleted) throw new AppError('VIDEO_NOT_FOUND');
    deps.onDeleted(params.id);
    return { message: 'Video deleted.' };
  });
}
