import { because } from '@larksong/contracts';
import { AppError, inTransaction, type Viewer } from '@larksong/service-kit';
import type { RecordChange } from '@larksong/service-kit/audit';

import type { Db } from '../../db/tables.ts';
import { getChangeable } from '../../library/videos/get-changeable.ts';
import { toSubject } from '../../library/videos/video.ts';
import { beginNextAttempt } from './retry-video.ts';
import { acceptReadable as markAccepted } from './store.ts';

/**
 * Starts a new attempt for a failed video that publishes the readable part of its file; the acceptance applies to every
 * later attempt. Returns false for a video whose part is already being published. Throws the errors of `getChangeable`, and CONFLICT
 * if there is nothing to accept or the upload is no longer kept.
 */
export async function acceptReadable(
  db: Db,
  videoId: string,
  { editor, record }: { editor: Viewer; record: RecordChange },
): Promise<boolean> {
  return inTransaction(db, async (trx) => {
    const video = await getChangeable(trx, videoId, editor);
    if (video.status !== 'failed' && video.accepted !== null) return false;
    if (video.status !== 'failed' || !video.readable)
      throw new AppError('CONFLICT', because('video.nothing-readable'));
    if (video.source_removed_at !== null) throw new AppError('CONFLICT', because('video.source-gone'));
    const { accepted: before, readable: after } = video;
    await markAccepted(trx, videoId);
    await beginNextAttempt(trx, video);
    await record(trx, { action: 'video.accept', subject: toSubject(video), before, after });
    return true;
  });
}
