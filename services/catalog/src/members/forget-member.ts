import { inTransaction, sweepObjects, type Logger } from '@larksong/service-kit';
import { recordAs, THE_SITE } from '@larksong/service-kit/audit';
import type { Storage } from '@larksong/service-kit/storage';

import { forgetComments } from '../comments/write-store.ts';
import type { Db } from '../db/tables.ts';
import { forgetFlags } from '../participation/flags/store.ts';
import { saveOpinion } from '../library/opinions/store.ts';
import { forgetWatched } from '../library/views/store.ts';
import { forgetLists } from '../song-lists/store.ts';
import { forgetSuggestions } from '../participation/suggestions/store.ts';
import { markDeleted } from '../transcoding/deletion/store.ts';
import { discardUpload } from '../uploads/discard-upload.ts';
import * as store from './store.ts';

interface ForgetDeps {
  db: Db;
  storage: Storage;
  logger: Logger;
}

/** Runs one round: removes what belonged to deleted accounts. An interrupted removal is repeated. */
export async function sweepForgotten(deps: ForgetDeps, signal?: AbortSignal): Promise<void> {
  await sweepObjects({ ...deps, signal }, store.FORGOTTEN_MEMBERS, {
    empty: (member: store.ForgottenMember) => forgetMember(deps, member),
    toFields: ({ user_id: userId }) => ({ userId }),
    failure: 'data of a deleted account could not be removed; will retry',
  });
}

/**
 * Removes what belonged to a deleted account: opinions, comments, watch history, lists of songs, unfinished uploads, notices, names, and the videos
 * if that was chosen. Private videos that were shared with it are left to their uploaders. Idempotent.
 */
async function forgetMember(deps: ForgetDeps, member: store.ForgottenMember): Promise<void> {
  const { db } = deps;
  const { user_id: userId, deletes_videos: deletesVideos } = member;
  for (const id of await store.listUploadsBy(db, userId)) await discardUpload(deps, id);
  if (deletesVideos)
    await emptyList(
      () => store.listVideosBy(db, userId),
      (id) => inTransaction(db, (trx) => markDeleted(trx, id, recordAs(THE_SITE))),
    );
  await store.eraseUploader(db, userId);
  await emptyList(
    () => store.listRatedBy(db, userId),
    (videoId) => saveOpinion(db, { userId, videoId }, null),
  );
  await forgetComments(db, userId);
  await forgetWatched(db, userId);
  await forgetLists(db, userId);
  await forgetFlags(db, userId);
  await forgetSuggestions(db, userId);
  await store.unshareWith(db, userId);
  await store.deleteNoticesTo(db, userId);
  await store.eraseFromChanges(db, userId);
}

/** Removes the entries of a list until it is empty. */
async function emptyList(
  list: () => Promise<string[]>,
  remove: (id: string) => Promise<unknown>,
): Promise<void> {
  for (let ids = await list(); ids.length > 0; ids = await list()) for (const id of ids) await remove(id);
}
