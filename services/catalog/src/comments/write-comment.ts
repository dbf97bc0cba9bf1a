import { because, catalog } from '@larksong/contracts';
import { AppError, inTransaction, toClientNetwork, type Viewer } from '@larksong/service-kit';

import type { Db, Trx } from '../db/tables.ts';
import type { ViewerKeys } from '../library/views/viewer-key.ts';
import { toAccountViewer } from '../library/videos/viewer.ts';
import { canWatch } from '../library/videos/visibility.ts';
import type { Authors } from './authors.ts';
import { editableUntil, toReply } from './comment.ts';
import { findReadable } from './list-comments.ts';
import type { Comments } from './open-comments.ts';
import { heldBy, isFresh, refuseAuthor, standingOf, type Standing } from './rule.ts';
import { findSettings } from './setting-store.ts';
import * as store from './store.ts';
import { toCommentText } from './text.ts';
import { insertComment, saveText } from './write-store.ts';

export interface CommentDeps extends Comments {
  db: Db;
  viewerKeys: ViewerKeys;
}

/** The caller, and the address of the caller's network. */
interface Writer {
  viewer: Viewer;
  ip: string;
}

/**
 * Writes a comment or a reply, once for an id, and returns it; it waits if it needs an approval. Everything that a
 * superadmin may have changed meanwhile is read again in the transaction. Throws VIDEO_NOT_FOUND, ITEM_NOT_FOUND for a
 * comment that is no longer there to reply to, VALIDATION_FAILED, FORBIDDEN, CONFLICT, TOO_MANY_REQUESTS, UNAVAILABLE.
 */
export async function createComment(
  deps: CommentDeps,
  given: { id: string; videoId: string; text: string; parentId: string | undefined },
  writer: Writer,
): Promise<catalog.Reply> {
  const { db } = deps;
  const { viewer } = writer;
  await findReadable(db, given.videoId, viewer);
  const text = toCommentText(given.text);
  const known = await findWritten(db, given, viewer);
  if (known) return known;
  await write(deps, writer, async (trx, { author, mute, settings }) => {
    const video = await store.holdVideo(trx, given.videoId);
    if (!video || !canWatch(toAccountViewer(viewer), video)) throw new AppError('VIDEO_NOT_FOUND');
    if (video.isClosed) throw new AppError('CONFLICT', because('comment.closed'));
    const standing = standingOf(author, video.uploaderId);
    const { id, videoId, parentId } = given;
    const parent = parentId === undefined ? undefined : await getParent(trx, { videoId, parentId }, standing);
    const held = heldBy(text, settings, { standing, mute });
    await insertComment(trx, { id, videoId, parent, authorId: viewer.id, standing, text, heldBy: held });
  });
  const written = await findWritten(db, given, viewer);
  if (!written) throw new AppError('ITEM_NOT_FOUND', because('comment.gone'));
  return written;
}

/** Returns what the caller has written with this id. Throws CONFLICT if it belongs to another comment. */
async function findWritten(
  db: Db,
  { id, videoId }: { id: string; videoId: string },
  viewer: Viewer,
): Promise<catalog.Reply | undefined> {
  const row = await store.findComment(db, id);
  if (!row) return undefined;
  if (row.author_id !== viewer.id || row.video_id !== videoId)
    throw new AppError('CONFLICT', because('comment.id-taken'));
  return toReply(row, { readerId: viewer.id, now: new Date() });
}

/** Returns the comment to reply to, which is not decided about until the transaction ends. */
async function getParent(
  trx: Trx,
  { videoId, parentId }: { videoId: string; parentId: string },
  standing: Standing,
): Promise<store.CommentRow> {
  requireStanding(standing);
  const parent = await store.holdComment(trx, parentId);
  if (!parent?.is_visible || parent.video_id !== videoId) throw new AppError('ITEM_NOT_FOUND');
  if (parent.parent_id !== null) throw new AppError('CONFLICT', because('comment.reply-to-reply'));
  if ((await store.countReplies(trx, parentId)) >= catalog.MAX_REPLIES)
    throw new AppError('CONFLICT', because('comment.replies-full', { maximum: catalog.MAX_REPLIES }));
  return parent;
}

/** Throws FORBIDDEN for those who may not reply, or no longer may. */
function requireStanding(standing: Standing): void {
  if (standing === null) throw new AppError('FORBIDDEN', because('comment.replies-of-others'));
}

/**
 * Changes the text of an own comment, and returns it. One that is shown stays as it is while the changed text waits; the
 * shown text again takes the change back. Throws ITEM_NOT_FOUND, also if the caller may no longer watch the video, and as
 * `createComment` does.
 */
export async function updateComment(
  deps: CommentDeps,
  { id, text: given }: { id: string; text: string },
  writer: Writer,
): Promise<catalog.Reply> {
  const { db } = deps;
  const { viewer } = writer;
  const text = toCommentText(given);
  const found = await getOwn(db, id, viewer);
  refuseUnwatchable(await store.findCommentedVideo(db, found.video_id), viewer);
  if ((found.waiting_text ?? found.text) !== text)
    await write(deps, writer, async (trx, { author, mute, settings }) => {
      const comment = await store.lockComment(trx, id);
      if (!comment) throw new AppError('ITEM_NOT_FOUND');
      const video = refuseUnwatchable(await store.holdVideo(trx, comment.video_id), viewer);
      if (video.isClosed) throw new AppError('CONFLICT', because('comment.closed'));
      refuseChange(comment, new Date());
      const standing = standingOf(author, video.uploaderId);
      if (comment.parent_id !== null) requireStanding(standing);
      await saveText(trx, comment, { text, heldBy: heldBy(text, settings, { standing, mute }) });
    });
  return toReply(await getOwn(db, id, viewer), { readerId: viewer.id, now: new Date() });
}

/** Returns the video of an own comment. Throws ITEM_NOT_FOUND if the caller may no longer watch it. */
function refuseUnwatchable(video: store.CommentedVideo | undefined, viewer: Viewer): store.CommentedVideo {
  if (!video || !canWatch(toAccountViewer(viewer), video)) throw new AppError('ITEM_NOT_FOUND');
  return video;
}

/** Returns a comment of the caller. Throws ITEM_NOT_FOUND, and FORBIDDEN for somebody else's that the caller can see. */
async function getOwn(db: Db, id: string, viewer: Viewer): Promise<store.NamedComment> {
  const comment = await store.findComment(db, id);
  if (comment?.author_id === viewer.id) return comment;
  if (comment && (await isSeen(db, comment, viewer)))
    throw new AppError('FORBIDDEN', because('comment.not-own'));
  throw new AppError('ITEM_NOT_FOUND');
}

/** Returns whether a caller can see somebody else's comment. */
export async function isSeen(db: Db | Trx, comment: store.CommentRow, viewer: Viewer): Promise<boolean> {
  if (!comment.is_visible) return false;
  const video = await store.findCommentedVideo(db, comment.video_id);
  return video !== undefined && canWatch(toAccountViewer(viewer), video);
}

function refuseChange(comment: store.CommentRow, now: Date): void {
  if (comment.state === 'removed') throw new AppError('CONFLICT', because('comment.removed'));
  if (now >= editableUntil(comment))
    throw new AppError('CONFLICT', because('comment.time-over', { minutes: catalog.COMMENT_EDIT_MINUTES }));
}

/** What a transaction knows of an author and of the site. */
interface Known {
  author: NonNullable<Awaited<ReturnType<Authors['get']>>>;
  mute: catalog.Mute;
  settings: catalog.CommentSettings;
}

/** Does what writes a text, in a transaction, if the caller may write now and within the limits. */
async function write(
  { db, authors, limits, viewerKeys }: CommentDeps,
  { viewer, ip }: Writer,
  work: (trx: Trx, known: Known) => Promise<void>,
): Promise<void> {
  limits.refuseAgain(viewer.id);
  const author = await authors.get(viewer.id);
  if (!author) throw new AppError('FORBIDDEN', because('comment.unverified'));
  const networkKey = viewerKeys({ network: toClientNetwork(ip) });
  await inTransaction(db, async (trx) => {
    const now = new Date();
    const mute = await store.lockAuthor(trx, author);
    refuseAuthor({ author, mute, now });
    const settings = await findSettings(trx);
    if (settings.setting === 'off') throw new AppError('NOT_FOUND');
    await limits.count(trx, { authorId: viewer.id, networkKey, isFresh: isFresh(author, now) });
    await work(trx, { author, mute, settings });
  });
}
