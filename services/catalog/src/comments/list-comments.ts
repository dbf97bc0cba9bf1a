import type { catalog, Data } from '@larksong/contracts';
import { AppError, type Viewer } from '@larksong/service-kit';

import type { Db } from '../db/tables.ts';
import type { Cursor } from '../library/videos/cursor.ts';
import { toAccountViewer } from '../library/videos/viewer.ts';
import { canWatch } from '../library/videos/visibility.ts';
import type { Authors } from './authors.ts';
import { positionOf, toReply } from './comment.ts';
import { standingOf, writesFrom, writingStateOf } from './rule.ts';
import * as store from './store.ts';

interface ListDeps {
  db: Db;
  authors: Authors;
}

/**
 * Returns a page of what a reader sees of the comments on a video, and whether they can write. Throws VIDEO_NOT_FOUND,
 * also for a video that the reader may not watch.
 */
export async function listComments(
  { db, authors }: ListDeps,
  { videoId, viewer, setting }: { videoId: string; viewer: Viewer; setting: catalog.CommentSetting },
  page: { after: Cursor | null; limit: number },
): Promise<Data<typeof catalog.listComments>> {
  const video = await findReadable(db, videoId, viewer);
  const of = { videoId, readerId: viewer.id };
  const [found, count, writing] = await Promise.all([
    store.listPage(db, of, { ...page, limit: page.limit + 1 }),
    store.countSeen(db, of),
    writingOf({ db, authors }, { video, viewer, setting }),
  ]);
  const shown = found.slice(0, page.limit);
  const last = found.length > page.limit ? shown.at(-1) : undefined;
  const replies = await store.listReplies(
    db,
    shown.map(({ id }) => id),
    viewer.id,
  );
  const now = new Date();
  return {
    comments: shown.map((row) => ({
      ...toListed(row, viewer, now),
      replies: replies
        .filter((reply) => reply.parent_id === row.id)
        .map((reply) => toListed(reply, viewer, now)),
    })),
    nextCursor: last ? positionOf(last) : null,
    count,
    writing,
    isClosed: video.isClosed,
    mayClose: standingIn(viewer, video.uploaderId) !== null,
    mayRemove: viewer.role === 'superadmin',
  };
}

/** Maps a comment for a reader. Superadmins are told the account of its author, whom they can mute. */
function toListed(row: store.NamedComment, viewer: Viewer, now: Date): catalog.Reply {
  const reply = toReply(row, { readerId: viewer.id, now });
  if (viewer.role !== 'superadmin') return reply;
  return { ...reply, author: { ...reply.author, id: row.author_id } };
}

/** Returns a video whose comments a caller may read. Throws VIDEO_NOT_FOUND. */
export async function findReadable(db: Db, videoId: string, viewer: Viewer): Promise<store.CommentedVideo> {
  const video = await store.findCommentedVideo(db, videoId);
  if (!video || !canWatch(toAccountViewer(viewer), video)) throw new AppError('VIDEO_NOT_FOUND');
  return video;
}

/** Returns what a caller is to a video, as the session says. */
export function standingIn({ id, role, teacher }: Viewer, uploaderId: string) {
  return standingOf({ id, role, isTeacher: teacher !== null }, uploaderId);
}

/** Returns whether a caller can write; `unknown` while auth is away. */
async function writingOf(
  { db, authors }: ListDeps,
  of: { video: store.CommentedVideo; viewer: Viewer; setting: catalog.CommentSetting },
): Promise<catalog.Writing> {
  const { video, viewer } = of;
  const [author, mute] = await Promise.all([
    authors.get(viewer.id).catch(() => undefined),
    store.findMute(db, viewer.id),
  ]);
  const standing = author ? standingOf(author, video.uploaderId) : standingIn(viewer, video.uploaderId);
  const needsApproval =
    standing !== 'superadmin' && (mute !== 'none' || (standing === null && of.setting === 'approval'));
  const common = { from: null, needsApproval, mayReply: standing !== null };
  if (video.isClosed) return { ...common, state: 'closed' };
  if (author === undefined) return { ...common, state: 'unknown' };
  const state = writingStateOf({ author, mute, now: new Date() });
  const from = state === 'too-young' && author ? writesFrom(author).toISOString() : null;
  return { ...common, state, from };
}
