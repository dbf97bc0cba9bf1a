import { because, catalog } from '@larksong/contracts';
import { AppError, inTransaction, type Register } from '@larksong/service-kit';
import { lockLog } from '@larksong/service-kit/audit';

import { decodeCursor } from '../library/videos/cursor.ts';
import { lockVideo } from '../library/videos/store.ts';
import { toSubject } from '../library/videos/video.ts';
import { toAccountViewer } from '../library/videos/viewer.ts';
import { positionOf, toOwnComment } from './comment.ts';
import { tidyWords } from './held-words.ts';
import { findReadable, listComments, standingIn } from './list-comments.ts';
import { registerModeration } from './moderation/routes.ts';
import { reportComment } from './report-comment.ts';
import { findSettings, saveSettings } from './setting-store.ts';
import { listOwn, saveClosed } from './store.ts';
import { createComment, updateComment, type CommentDeps } from './write-comment.ts';
import { deleteOwn } from './write-store.ts';

/** Registers the calls about comments. While the site has none, all but those of the settings
 * and of one's own data answer NOT_FOUND. */
export function registerComments(register: Register, deps: CommentDeps): void {
  const { db, settings } = deps;
  registerWriting(register, deps);
  registerSettings(register, deps);
  registerModeration(register, deps);

  register(catalog.listComments, async ({ params, query, viewer, reply }) => {
    const { setting } = await settings.demand();
    reply.header('cache-control', 'no-store');
    const page = { after: decodeCursor(query.cursor, 'moment'), limit: query.limit };
    return { data: await listComments(deps, { videoId: params.id, viewer, setting }, page) };
  });

  register(catalog.listOwnComments, async ({ query: { cursor, limit }, viewer, reply }) => {
    reply.header('cache-control', 'no-store');
    const found = await listOwn(db, toAccountViewer(viewer), {
      after: decodeCursor(cursor, 'moment'),
      limit: limit + 1,
    });
    const shown = found.slice(0, limit);
    const last = found.length > limit ? shown.at(-1) : undefined;
    return { data: { comments: shown.map(toOwnComment), nextCursor: last ? positionOf(last) : null } };
  });

  registerClosing(register, deps);
}

function registerClosing(register: Register, { db, settings }: CommentDeps): void {
  register(catalog.closeComments, async ({ params, body: { isClosed }, viewer, record }) => {
    await settings.demand();
    const { uploaderId } = await findReadable(db, params.id, viewer);
    if (standingIn(viewer, uploaderId) === null)
      throw new AppError('FORBIDDEN', because('video.of-somebody-else'));
    await inTransaction(db, async (trx) => {
      const video = await lockVideo(trx, params.id);
      if (!video) throw new AppError('VIDEO_NOT_FOUND');
      if (video.comments_closed === isClosed) return;
      await saveClosed(trx, params.id, isClosed);
      const action = isClosed ? 'video.close-comments' : 'video.open-comments';
      await record(trx, { action, subject: toSubject(video) });
    });
    return { data: { isClosed } };
  });
}

function registerWriting(register: Register, deps: CommentDeps): void {
  const { db, settings } = deps;
  register(catalog.createComment, async ({ params, body, viewer, request }) => {
    await settings.demand();
    const given = { ...body, videoId: params.id, parentId: body.parentId };
    return { data: { comment: await createComment(deps, given, { viewer, ip: request.ip }) } };
  });

  register(catalog.updateComment, async ({ params, body, viewer, request }) => {
    await settings.demand();
    const given = { id: params.id, text: body.text };
    return { data: { comment: await updateComment(deps, given, { viewer, ip: request.ip }) } };
  });

  register(catalog.deleteComment, async ({ params: { id }, viewer }) => {
    await settings.demand();
    if (!(await deleteOwn(db, { id, authorId: viewer.id }))) throw new AppError('ITEM_NOT_FOUND');
    return {};
  });

  register(catalog.reportComment, async ({ params: { id }, body: { fault }, viewer }) => {
    await settings.demand();
    await reportComment(db, { id, fault }, viewer);
    return {};
  });
}

function registerSettings(register: Register, { db, settings: known }: CommentDeps): void {
  register(catalog.getCommentSettings, async ({ reply }) => {
    reply.header('cache-control', 'no-store');
    return { data: { settings: await findSettings(db) } };
  });

  register(catalog.putCommentSettings, async ({ body, record }) => {
    const settings = await db.transaction().execute(async (trx) => {
      await lockLog(trx); // two changes of different parts at once are both kept
      const before = await findSettings(trx);
      const words = body.words ? tidyWords(body.words) : before.words;
      const isChosen = before.isChosen || body.setting !== undefined;
      const after = { setting: body.setting ?? before.setting, isChosen, words };
      await saveSettings(trx, after);
      await record(trx, { action: 'site.comments', before: toRecorded(before), after: toRecorded(after) });
      return after;
    });
    known.forget();
    return { data: { settings } };
  });
}

/** The audit log names values across all kinds of changes. */
function toRecorded({ setting: comments, words: heldWords }: catalog.CommentSettings) {
  return { comments, heldWords };
}
