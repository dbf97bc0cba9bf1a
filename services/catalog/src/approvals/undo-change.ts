import { because, type catalog } from '@larksong/contracts';
import { AppError, inTransaction, type Viewer } from '@larksong/service-kit';
import type { RecordChange } from '@larksong/service-kit/audit';
import type { Storage } from '@larksong/service-kit/storage';

import type { Db, Trx, VideoRow } from '../db/tables.ts';
import { markRevised } from '../library/approval/store.ts';
import { restoreCaption } from '../library/captions/store.ts';
import { saveDocument } from '../library/search/store.ts';
import { replaceTags } from '../library/tags/store.ts';
import { saveOwnThumbnail } from '../library/thumbnails/store.ts';
import { findVideo } from '../library/videos/read-store.ts';
import { lockVideo, saveDetails } from '../library/videos/store.ts';
import { toSubject } from '../library/videos/video.ts';
import { toAccountViewer } from '../library/videos/viewer.ts';
import { findChange, markUndone, type ChangeRow } from './change-store.ts';
import { fileOf, isCurrent, languageOf, toTeacherChange, valueOf } from './change.ts';

/**
 * Restores the value before a teacher's change and returns the change. Throws ITEM_NOT_FOUND, and CONFLICT if somebody
 * has undone it, if the same was changed again, or if the file of the old value is gone.
 */
export async function undoChange(
  { db, storage }: { db: Db; storage: Storage },
  id: string,
  { editor, record }: { editor: Viewer; record: RecordChange },
): Promise<catalog.TeacherChange> {
  const found = await findChange(db, id);
  if (!found) throw new AppError('ITEM_NOT_FOUND');
  const file = fileOf(found.video_id, valueOf(found, 'before'));
  if (file !== undefined && !(await storage.stat(file)))
    throw new AppError('CONFLICT', because('change.gone'));
  return inTransaction(db, async (trx) => {
    const video = await lockVideo(trx, found.video_id);
    const row = await findChange(trx, id);
    if (!video || !row) throw new AppError('ITEM_NOT_FOUND');
    await refuseOvertaken(trx, row, editor);
    await restore(trx, video, row);
    await saveDocument(trx, video.id);
    await markRevised(trx, video.id, { isTeacher: false });
    const undone = await markUndone(trx, id, editor);
    const shown = await findVideo(trx, video.id, toAccountViewer(editor));
    if (!shown) throw new AppError('ITEM_NOT_FOUND');
    const { before, after, field } = row;
    const values = { before: { [field]: after }, after: { [field]: before } };
    await record(trx, { action: 'video.undo', subject: toSubject(video), ...values });
    return toTeacherChange(undone, shown);
  });
}

async function refuseOvertaken(trx: Trx, row: ChangeRow, editor: Viewer): Promise<void> {
  if (row.undone_at)
    throw new AppError('CONFLICT', because('change.undone', { name: row.undone_by_name ?? '' }));
  const video = await findVideo(trx, row.video_id, toAccountViewer(editor));
  if (!video || !isCurrent(row, video)) throw new AppError('CONFLICT', because('change.overtaken'));
}

async function restore(trx: Trx, video: VideoRow, row: ChangeRow): Promise<void> {
  const before = valueOf(row, 'before');
  const { id, title, description, letters, language, language_chosen: isLanguageChosen } = video;
  switch (before.field) {
    case 'tags':
      return replaceTags(trx, id, before.value);
    case 'thumbnail':
      return saveOwnThumbnail(trx, id, before.value);
    case 'captions':
      return restoreCaption(trx, { videoId: id, language: languageOf(row) ?? '', caption: before.value });
    case 'title':
    case 'description':
    case 'letters':
    case 'language':
      return saveDetails(trx, id, {
        ...{ title, description, letters, language, isLanguageChosen },
        [before.field]: before.value,
      });
  }
}
