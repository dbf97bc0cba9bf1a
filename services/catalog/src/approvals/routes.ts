import { catalog } from '@larksong/contracts';
import { AppError, type Register } from '@larksong/service-kit';

import type { Db } from '../db/tables.ts';
import type { UserDeps } from '../library/editing/private-user.ts';
import { decodeCursor, encodeCursor } from '../library/videos/cursor.ts';
import { findVideo, listVideosById } from '../library/videos/read-store.ts';
import { toVideo } from '../library/videos/video.ts';
import { toAccountViewer } from '../library/videos/viewer.ts';
import { decideApproval } from './decide-approval.ts';
import { countPending, listPending } from './store.ts';

/** Registers the calls that list what needs an approval, and decide about it. */
export function registerApprovals(register: Register, deps: { db: Db } & UserDeps): void {
  const { db } = deps;
  register(catalog.listApprovals, async ({ query, viewer: caller, reply }) => {
    reply.header('cache-control', 'no-store');
    const viewer = toAccountViewer(caller);
    const { list, limit } = query;
    const after = decodeCursor(query.cursor, 'moment');
    const [found, { waiting, sentBack }] = await Promise.all([
      listPending(db, { list, after, limit: limit + 1 }),
      countPending(db),
    ]);
    const shown = found.slice(0, limit);
    const last = found.length > limit ? shown.at(-1) : undefined;
    const now = new Date();
    const rows = await listVideosById(
      db,
      shown.map(({ id }) => id),
      viewer,
    );
    const videos = rows.flatMap((row) => {
      const { approval, ...video } = toVideo(row, viewer, now);
      // It may have been decided about in the meantime.
      const uploaderId = row.uploader_username === '' ? null : row.uploader_id;
      return approval ? [{ ...video, approval, uploaderId }] : [];
    });
    return {
      data: {
        videos,
        nextCursor: last ? encodeCursor(last) : null,
        counts: { waiting, sentBack },
      },
    };
  });

  register(catalog.decideApproval, async ({ params, body, viewer: editor, record }) => {
    await decideApproval(deps, { videoId: params.id, decision: body }, { editor, record });
    const viewer = toAccountViewer(editor);
    const video = await findVideo(db, params.id, viewer);
    if (!video) throw new AppError('VIDEO_NOT_FOUND');
    return { data: { video: toVideo(video, viewer, new Date()) } };
  });
}
