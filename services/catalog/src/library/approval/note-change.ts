import { newId, type Viewer } from '@larksong/service-kit';

import type { Trx, VideoRow } from '../../db/tables.ts';
import { insertTeacherChanges, markRevised, type StoredChange } from './store.ts';

/**
 * Notes what an editor has changed in a video that they had locked as `video`: a decision about an earlier revision is
 * refused from then on, and a video that was sent back to its teacher waits again. What a teacher changes in an approved
 * video is kept, so that it can be undone. Returns whether it is.
 */
export async function noteChanges(
  trx: Trx,
  { video, editor, changes }: { video: VideoRow; editor: Viewer; changes: StoredChange[] },
): Promise<boolean> {
  const isTeacher = editor.role !== 'superadmin';
  await markRevised(trx, video.id, { isTeacher });
  if (!isTeacher || video.approval !== null || changes.length === 0) return false;
  const { id: teacherId, username: teacherName } = editor;
  await insertTeacherChanges(
    trx,
    changes.map((change) => ({ id: newId(), videoId: video.id, teacherId, teacherName, ...change })),
  );
  return true;
}
