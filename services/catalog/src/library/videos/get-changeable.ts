import { because } from '@larksong/contracts';
import { AppError, type Viewer } from '@larksong/service-kit';

import type { Db, Trx, VideoRow } from '../../db/tables.ts';
import { findAccessRules } from './read-store.ts';
import { lockVideo } from './store.ts';
import { toAccountViewer } from './viewer.ts';
import { canOpen, mayChange, toAccessRules, type AccessRules, type PlaybackState } from './visibility.ts';

/**
 * Locks a video, as `lockVideo` does, and returns it to an editor who may change it. Throws VIDEO_NOT_FOUND if there is
 * no such video for the editor, and FORBIDDEN if it is somebody else's.
 */
export async function getChangeable(trx: Trx, videoId: string, editor: Viewer): Promise<VideoRow> {
  const video = await lockVideo(trx, videoId);
  if (!video) throw new AppError('VIDEO_NOT_FOUND');
  refuse(editor, toAccessRules(video));
  return video;
}

/** Throws as `getChangeable` does, before a body is read. */
export async function refuseUnchangeable(db: Db, videoId: string, editor: Viewer): Promise<void> {
  const video = await findAccessRules(db, videoId, toAccountViewer(editor));
  if (!video) throw new AppError('VIDEO_NOT_FOUND');
  refuse(editor, video);
}

function refuse(editor: Viewer, video: AccessRules & PlaybackState): void {
  const viewer = toAccountViewer(editor);
  if (mayChange(viewer, video)) return;
  if (!canOpen(viewer, video)) throw new AppError('VIDEO_NOT_FOUND');
  throw new AppError('FORBIDDEN', because('video.of-somebody-else'));
}
