import { because } from '@larksong/contracts';
import { AppError, inTransaction, type Viewer } from '@larksong/service-kit';
import type { RecordChange } from '@larksong/service-kit/audit';
import { sayFailure, why } from '@larksong/service-kit/sentences';

import type { Db } from '../../db/tables.ts';
import { deleteFileCaptions } from '../../library/captions/store.ts';
import { getChangeable } from '../../library/videos/get-changeable.ts';
import { markFailed } from '../../library/videos/store.ts';
import { toSubject } from '../../library/videos/video.ts';
import { markAbandoned } from '../deletion/store.ts';
import { addNotice } from '../notices/store.ts';
import { clearResults } from './store.ts';

const CANCELLED = why('cancelled');

/**
 * Stops the work on a video, which has failed from then on; workers learn it from their next heartbeat. Objects of the
 * attempt are swept. The uploader is notified of another person's decision. Returns false if the video was already
 * cancelled. Throws the errors of `getChangeable`, and CONFLICT for a video that was completed or has failed.
 */
export async function cancelVideo(
  db: Db,
  of: { videoId: string; editor: Viewer; record: RecordChange },
): Promise<boolean> {
  return inTransaction(db, async (trx) => {
    const video = await getChangeable(trx, of.videoId, of.editor);
    if (video.status === 'failed' && video.failure_code === 'cancelled') return false;
    if (video.status !== 'processing') throw new AppError('CONFLICT', because('video.not-in-processing'));
    const message = sayFailure(CANCELLED);
    await markFailed(trx, video.id, { message, reason: CANCELLED, log: '', code: 'cancelled' });
    await clearResults(trx, video);
    await deleteFileCaptions(trx, video.id);
    await markAbandoned(trx, { videoId: video.id, attempt: video.attempt });
    if (video.uploader_id !== of.editor.id) await addNotice(trx, video.id, 'failed');
    await of.record(trx, { action: 'video.cancel', subject: toSubject(video) });
    return true;
  });
}
