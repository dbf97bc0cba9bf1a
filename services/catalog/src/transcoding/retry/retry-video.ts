import { because } from '@larksong/contracts';
import { AppError, inTransaction, type Viewer } from '@larksong/service-kit';
import type { RecordChange } from '@larksong/service-kit/audit';

import type { Db, Trx, VideoRow } from '../../db/tables.ts';
import { deleteFileCaptions } from '../../library/captions/store.ts';
import { markAbandoned } from '../deletion/store.ts';
import { deleteUnreadNotices } from '../notices/store.ts';
import { createUnits } from '../units/store.ts';
import { getChangeable } from '../../library/videos/get-changeable.ts';
import { lockVideo } from '../../library/videos/store.ts';
import { toSubject } from '../../library/videos/video.ts';
import { beginAttempt } from './store.ts';

/**
 * Starts a new attempt of a failed video from its upload; objects of the old attempt are swept. Throws the errors of
 * `getChangeable`, and CONFLICT for a video that has not failed or whose upload is no longer kept.
 */
export async function retryVideo(
  db: Db,
  videoId: string,
  { editor, record }: { editor: Viewer; record: RecordChange },
): Promise<void> {
  await inTransaction(db, async (trx) => {
    const video = await getChangeable(trx, videoId, editor);
    if (video.status !== 'failed') throw new AppError('CONFLICT', because('video.not-failed'));
    if (video.source_removed_at !== null) throw new AppError('CONFLICT', because('video.source-gone'));
    await beginNextAttempt(trx, video);
    const { processing_error: problem } = video;
    await record(trx, { action: 'video.retry', subject: toSubject(video), before: { problem } });
  });
}

/**
 * Starts a new attempt of a video in any state, for one whose objects are lost; returns false if it or its uploaded
 * file no longer exists. It cannot be watched until the attempt is playable.
 */
export async function transcodeAgain(db: Db, videoId: string): Promise<boolean> {
  return inTransaction(db, async (trx) => {
    const video = await lockVideo(trx, videoId);
    if (!video || video.source_removed_at !== null) return false;
    await beginNextAttempt(trx, video);
    return true;
  });
}

/** Deletes the results of a video's attempt and begins the next one. */
export async function beginNextAttempt(trx: Trx, video: Pick<VideoRow, 'id' | 'attempt'>): Promise<void> {
  const next = { id: video.id, attempt: video.attempt + 1 };
  await beginAttempt(trx, next);
  await deleteFileCaptions(trx, video.id);
  await createUnits(trx, next, [{ kind: 'plan', index: 0, chunk: null }]);
  await markAbandoned(trx, { videoId: video.id, attempt: video.attempt });
  await deleteUnreadNotices(trx, video.id);
}
