import { catalog } from '@larksong/contracts';
import { AppError, type Register } from '@larksong/service-kit';

import { findVideo } from '../videos/read-store.ts';
import { toVideo } from '../videos/video.ts';
import { toAccountViewer } from '../videos/viewer.ts';
import { updateVideo, type EditingDeps } from './update-video.ts';

/** Registers the call that changes the details of a video. */
export function registerEditing(register: Register, deps: EditingDeps): void {
  register(catalog.updateVideo, async ({ params, body, viewer: editor, record }) => {
    const viewer = toAccountViewer(editor);
    await updateVideo(deps, { videoId: params.id, changes: body }, { editor, record });
    const video = await findVideo(deps.db, params.id, viewer);
    if (!video) throw new AppError('VIDEO_NOT_FOUND');
    return { data: { video: toVideo(video, viewer, new Date()) } };
  });
}
