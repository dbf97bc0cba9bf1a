import { catalog } from '@larksong/contracts';
import { AppError, type Register } from '@larksong/service-kit';

import type { Db } from '../../db/tables.ts';
import { findVideo } from './read-store.ts';
import { toVideo } from './video.ts';
import type { ToVideoViewer } from './viewer.ts';
import { canOpen, toAccessRules } from './visibility.ts';

/** Registers the call that reads a video. */
export function registerVideos(
  register: Register,
  { db, toVideoViewer }: { db: Db; toVideoViewer: ToVideoViewer },
): void {
  register(catalog.getVideo, async ({ params, viewer: caller }) => {
    const viewer = await toVideoViewer(caller);
    const video = await findVideo(db, params.id, viewer);
    if (!video || !canOpen(viewer, toAccessRules(video))) throw new AppError('VIDEO_NOT_FOUND');
    return { data: { video: toVideo(video, viewer, new Date()) } };
  });
}
