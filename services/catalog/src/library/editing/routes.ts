import { catalog } from '@larksong/contracts';
import { AppError, type Register } from '@larksong/service-kit';

import type { Db } from '../../db/tables.ts';
import { findVideo } from '../videos/read-store.ts';
import { toVideo } from '../videos/video.ts';
import { toAccountViewer } from '../videos/viewer.ts';
import type { UserDeps } from './private-user.ts';
import { updateVideo } from './update-video.ts';

/** Registers the call that changes the details of a video. */
export function registerEditing(register: Register, deps: { db: Db } & UserDeps): void {
  const { db } = deps;
  register(catalog.updateVideo, async ({ params, body, viewer: caller, record }) => {
    const viewer = toAccountViewer(caller);
    await updateVideo(deps, params.id, body, record);
    const video = await findVideo(db, params.id, viewer);
    if (!video) throw new AppError('VIDEO_NOT_FOUND');
    return { data: { video: toVideo(video, viewer, new Date()) } };
  });
}
