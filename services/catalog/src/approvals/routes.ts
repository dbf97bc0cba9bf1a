import { catalog, type Data } from '@larksong/contracts';
import { AppError, type Register } from '@larksong/service-kit';
import { lockLog } from '@larksong/service-kit/audit';
import type { Storage } from '@larksong/service-kit/storage';

import type { Db } from '../db/tables.ts';
import type { UserDeps } from '../library/editing/private-user.ts';
import { decodeCursor, encodeCursor, type Cursor } from '../library/videos/cursor.ts';
import { findVideo, listVideosById } from '../library/videos/read-store.ts';
import { toVideo } from '../library/videos/video.ts';
import { toAccountViewer, type AccountViewer } from '../library/videos/viewer.ts';
import { listChanges } from './change-store.ts';
import { toTeacherChange } from './change.ts';
import { decideApproval } from './decide-approval.ts';
import { hasApprovals, saveHasApprovals } from './setting-store.ts';
import { countPending, listPending } from './store.ts';
import { undoChange } from './undo-change.ts';

type ApprovalDeps = { db: Db; storage: Storage } & UserDeps;

/**
 * Registers the calls that list what needs an approval, and decide about it, and those that list and undo later changes
 * of teachers.
 */
export function registerApprovals(register: Register, deps: ApprovalDeps): void {
  const { db } = deps;
  registerDecisions(register, deps);
  registerChanges(register, deps);
  register(catalog.listApprovals, async ({ query, viewer, reply }) => {
    reply.header('cache-control', 'no-store');
    const { list, limit } = query;
    const after = decodeCursor(query.cursor, 'moment');
    const [page, { waiting, sentBack }, isOn] = await Promise.all([
      listPage(db, { list, limit, after }, toAccountViewer(viewer)),
      countPending(db),
      hasApprovals(db),
    ]);
    return { data: { ...page, counts: { waiting, sentBack }, isOn } };
  });
}

function registerDecisions(register: Register, deps: ApprovalDeps): void {
  const { db } = deps;
  register(catalog.putApprovals, async ({ body: { isOn }, record }) => {
    await db.transaction().execute(async (trx) => {
      await lockLog(trx);
      const before = { isOn: await hasApprovals(trx) };
      await saveHasApprovals(trx, isOn);
      await record(trx, { action: 'site.approvals', before, after: { isOn } });
    });
    return { data: { isOn } };
  });

  register(catalog.decideApproval, async ({ params, body, viewer: editor, record }) => {
    await decideApproval(deps, { videoId: params.id, decision: body }, { editor, record });
    const viewer = toAccountViewer(editor);
    const video = await findVideo(db, params.id, viewer);
    if (!video) throw new AppError('VIDEO_NOT_FOUND');
    return { data: { video: toVideo(video, viewer, new Date()) } };
  });
}

async function listPage(
  db: Db,
  {
    list,
    limit,
    after,
  }: { list: Parameters<typeof listPending>[1]['list']; limit: number; after: Cursor | null },
  viewer: AccountViewer,
): Promise<Pick<Data<typeof catalog.listApprovals>, 'videos' | 'nextCursor'>> {
  const found = await listPending(db, { list, after, limit: limit + 1 });
  const shown = found.slice(0, limit);
  const last = found.length > limit ? shown.at(-1) : undefined;
  const ids = shown.map(({ id }) => id);
  const now = new Date();
  const videos = (await listVideosById(db, ids, viewer)).flatMap((row) => {
    const { approval, ...video } = toVideo(row, viewer, now);
    const uploaderId = row.uploader_username === '' ? null : row.uploader_id;
    // It may have been decided about in the meantime.
    return approval ? [{ ...video, approval, uploaderId }] : [];
  });
  return { videos, nextCursor: last ? encodeCursor(last) : null };
}

function registerChanges(register: Register, deps: { db: Db; storage: Storage }): void {
  const { db } = deps;
  register(catalog.listTeacherChanges, async ({ query, viewer, reply }) => {
    reply.header('cache-control', 'no-store');
    const { limit } = query;
    const found = await listChanges(db, { after: decodeCursor(query.cursor, 'moment'), limit: limit + 1 });
    const shown = found.slice(0, limit);
    const last = found.length > limit ? shown.at(-1) : undefined;
    const ids = [...new Set(shown.map((row) => row.video_id))];
    const videos = new Map(
      (await listVideosById(db, ids, toAccountViewer(viewer))).map((video) => [video.id, video]),
    );
    const changes = shown.flatMap((row) => {
      const video = videos.get(row.video_id);
      return video ? [toTeacherChange(row, video)] : [];
    });
    const nextCursor = last ? encodeCursor({ id: last.id, value: String(last.made_at.getTime()) }) : null;
    return { data: { changes, nextCursor } };
  });

  register(catalog.undoTeacherChange, async ({ params, viewer: editor, record }) => ({
    data: { change: await undoChange(deps, params.id, { editor, record }) },
  }));
}
