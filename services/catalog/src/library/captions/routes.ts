import { catalog } from '@larksong/contracts';
import { AppError, type Register } from '@larksong/service-kit';

import { lockVideo } from '../videos/store.ts';
import { putCaption, removeCaptionFile, type CaptionDeps } from './put-caption.ts';
import * as store from './store.ts';

/** Registers the calls that add and delete subtitles. */
export function registerCaptions(register: Register, deps: CaptionDeps): void {
  register(catalog.putCaption, async ({ params, body }) => ({
    data: { caption: await putCaption(deps, { videoId: params.id, ...body }) },
  }));

  register(catalog.deleteCaption, async ({ params }) => {
    const { id: videoId, captionId: id } = params;
    const key = await deps.db.transaction().execute(async (trx) => {
      if (!(await lockVideo(trx, videoId))) throw new AppError('VIDEO_NOT_FOUND');
      return store.deleteCaption(trx, { id, videoId });
    });
    if (key === undefined) throw new AppError('CAPTION_NOT_FOUND');
    await removeCaptionFile(deps, key);
    return { message: 'Subtitles removed.' };
  });
}
