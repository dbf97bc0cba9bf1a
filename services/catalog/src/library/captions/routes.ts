import { catalog } from '@larksong/contracts';
import { AppError, type Register } from '@larksong/service-kit';

import { lockVideo } from '../videos/store.ts';
import { toSubject } from '../videos/video.ts';
import { putCaption, removeCaptionFile, type CaptionDeps } from './put-caption.ts';
import * as store from './store.ts';

/** Registers the calls that add and delete subtitles. */
export function registerCaptions(register: Register, deps: CaptionDeps): void {
  register(catalog.putCaption, async ({ params, body, record }) => ({
    data: { caption: await putCaption(deps, { videoId: params.id, ...body }, record) },
  }));

  register(catalog.deleteCaption, async ({ params, record }) => {
    const { id: videoId, captionId: id } = params;
    const key = await deps.db.transaction().execute(async (trx) => {
      const video = await lockVideo(trx, videoId);
      if (!video) throw new AppError('VIDEO_NOT_FOUND');
      const deleted = await store.deleteCaption(trx, { id, videoId });
      if (!deleted) throw new AppError('CAPTION_NOT_FOUND');
      const { language } = deleted;
      await record(trx, {
        action: 'video.delete-captions',
        subject: toSubject(video),
        before: { language },
      });
      return store.keyOf(videoId, deleted);
    });
    await removeCaptionFile(deps, key);
    return { message: 'Subtitles removed.' };
  });
}
