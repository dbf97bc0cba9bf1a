import { catalog } from '@larksong/contracts';
import { AppError, type Register } from '@larksong/service-kit';

import type { Db } from '../../db/tables.ts';
import { findVideo } from './read-store.ts';
import { toVideo } from './video.ts';
import type { ToVideoViewer } from './viewer.ts';
import { canOpen, canWatch, toAccessRules } from './visibility.ts';

/** Registers the call that reads a video, which tells accounts whether it has comments. */
export function registerVideos(
  register: Register,
  deps: { db: Db; toVideoViewer: ToVideoViewer; areCommentsOn: () => Promise<boolean> },
): void {
  register(catalog.getVideo, async ({ params, viewer: caller }) => {
    const viewer = await deps.toVideoViewer(caller);
    const row = await findVideo(deps.db, params.id, viewer);
    const rules = row && toAccessRules(row);
    if (!row || !rules || !canOpen(viewer, rules)) throw new AppError('VIDEO_NOT_FOUND');
    const video = toVideo(row, viewer, new Date());
    const hasComments = caller !== null && canWatch(viewer, rules) && (await deps.areCommentsOn());
    return { data: hasComments ? { video, hasComments } : { video } };
  });
}
