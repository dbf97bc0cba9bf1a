import { catalog } from '@larksong/contracts';
import { AppError, inTransaction, type Register } from '@larksong/service-kit';

import type { Db } from '../../db/tables.ts';
import { getChangeable } from '../../library/videos/get-changeable.ts';
import { markDeleted } from './store.ts';

/** Registers the call that deletes a video. `onDeleted` is called with its id once the deletion is committed. */
export function registerDeletion(
  register: Register,
  deps: { db: Db; onDeleted: (videoId: string) => void },
): void {
  register(catalog.deleteVideo, async ({ params, viewer: editor, record }) => {
    await inTransaction(deps.db, async (trx) => {
      await getChangeable(trx, params.id, editor);
      if (!(await markDeleted(trx, params.id, record))) throw new AppError('VIDEO_NOT_FOUND');
    });
    deps.onDeleted(params.id);
    return { message: 'Video deleted.' };
  });
}
