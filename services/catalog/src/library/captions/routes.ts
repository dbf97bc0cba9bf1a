import { catalog } from '@larksong/contracts';
import { AppError, type Register } from '@larksong/service-kit';

import { noteChanges } from '../approval/note-change.ts';
import { getChangeable } from '../videos/get-changeable.ts';
import { toSubject } from '../videos/video.ts';
import { putCaption, removeCaptionFile, type CaptionDeps } from './put-caption.ts';
import * as store from './store.ts';

/** Registers the calls that add and delete subtitles. */
export function registerCaptions(register: Register, deps: CaptionDeps): void {
  register(catalog.putCaption, async ({ params, body, viewer: editor, record }) => ({
    data: { caption: await putCaption(deps, { videoId: params.id, ...body }, { editor, record }) },
  }));

  register(catalog.deleteCaption, async ({ params, viewer: editor, record }) => {
    const { id: videoId, captionId: id } = params;
    const key = await deps.db.transaction().execute(async (trx) => {
      const video = await getChangeable(trx, videoId, editor);
      const deleted = await store.deleteCaption(trx, { id, videoId });
      if (!deleted) throw new AppError('CAPTION_NOT_FOUND');
      const { language } = deleted;
      const change = { field: 'captions' as const, before: deleted, after: null };
      const isKept = await noteChanges(trx, { video, editor, changes: [change] });
      await record(trx, {
        action: 'video.delete-captions',
        subject: toSubject(video),
        before: { language },
      });
      return isKept ? undefined : store.keyOf(videoId, deleted);
    });
    if (key !== undefined) await removeCaptionFile(deps, key);
    return { message: 'Subtitles removed.' };
  });
}
