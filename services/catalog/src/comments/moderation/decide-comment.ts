import { because, type catalog } from '@larksong/contracts';
import { AppError, inTransaction, type Viewer } from '@larksong/service-kit';
import type { RecordChange } from '@larksong/service-kit/audit';

import type { Db, Trx } from '../../db/tables.ts';
import {
  findComment,
  findCommentedVideo,
  lockComment,
  type CommentedVideo,
  type CommentRow,
} from '../store.ts';
import { dropCommentNotices } from '../notice-store.ts';
import { toNote } from '../text.ts';
import { mayApprove } from './moderated-comment.ts';
import { markApproved, markRefused, markRemoved } from './store.ts';

/** A decision of a call. */
export interface Decision {
  decision: catalog.CommentDecision;
  fault?: catalog.CommentFault | undefined;
  note?: string | undefined;
}

/** Null approves. */
type Removal = (catalog.Removal & { isRefusal: boolean }) | null;

/**
 * Returns what a decision does. Throws VALIDATION_FAILED for a removal without a reason, and FORBIDDEN for one by anybody
 * but superadmins.
 */
export function toRemoval({ decision, fault, note = '' }: Decision, { role }: Viewer): Removal {
  if (decision === 'approve') return null;
  if (role !== 'superadmin') throw new AppError('FORBIDDEN', because('comment.not-removable'));
  if (fault === undefined) throw new AppError('VALIDATION_FAILED', because('comment.fault-missing'));
  return { fault, note: toNote(note), isRefusal: decision === 'refuse' };
}

/**
 * Approves a comment, refuses its changed text, or removes it and tells its author. Of simultaneous decisions only the
 * first is made. Throws ITEM_NOT_FOUND, FORBIDDEN for a teacher's own comment and a removed one, and CONFLICT, which says
 * who has decided and how, or that the comment has changed since the revision that the decision names.
 */
export async function decideComment(
  db: Db,
  { id, revision, removal }: { id: string; revision: number; removal: Removal },
  { viewer, record }: { viewer: Viewer; record: RecordChange },
): Promise<void> {
  await inTransaction(db, async (trx) => {
    const { comment, video } = await lockDecidable(trx, id, viewer);
    if (comment.revision !== revision) throw toOvertaken(comment);
    refuseDecider(viewer, comment);
    // Without the text: the log outlives the account and what it wrote.
    const subject = { id, name: video.title };
    const of = { authorId: comment.author_id };
    if (removal) {
      const { fault, note, isRefusal } = removal;
      const isOfChange = isRefusal && comment.waiting_text !== null;
      const mark = isOfChange ? markRefused : markRemoved;
      await mark(trx, comment, { fault, note, by: viewer });
      const action = isOfChange ? 'comment.refuse' : 'comment.remove';
      await record(trx, { action, subject, after: { ...of, fault, reason: note } });
    } else {
      await markApproved(trx, comment, viewer);
      const { fault } = comment;
      await record(trx, {
        action: 'comment.approve',
        subject,
        before: fault === null ? {} : { fault },
        after: of,
      });
    }
    await dropCommentNotices(trx, video.id);
  });
}

/** Locks a comment about which somebody may decide, after the comment that it replies to. */
async function lockDecidable(
  trx: Trx,
  id: string,
  viewer: Viewer,
): Promise<{ comment: CommentRow; video: CommentedVideo }> {
  const parentId = (await findComment(trx, id))?.parent_id;
  if (parentId) await lockComment(trx, parentId);
  const comment = await lockComment(trx, id);
  const video = comment && (await findCommentedVideo(trx, comment.video_id));
  const isTheirs = viewer.role === 'superadmin' || video?.uploaderId === viewer.id;
  if (!comment || !video || !isTheirs) throw new AppError('ITEM_NOT_FOUND');
  return { comment, video };
}

/** Throws FORBIDDEN for a teacher's own comment, and for a teacher about one that was removed. */
function refuseDecider(viewer: Viewer, comment: CommentRow): void {
  if (mayApprove(viewer, comment)) return;
  const isOwn = comment.author_id === viewer.id;
  throw new AppError(
    'FORBIDDEN',
    isOwn ? because('comment.own-decision') : because('comment.not-restorable'),
  );
}

const OVERTAKEN = {
  approved: (name: string) => because('comment.already-approved', { name }),
  refused: (name: string) => because('comment.already-refused', { name }),
  removed: (name: string) => because('comment.already-removed', { name }),
};

/** Names whoever decided, unless the author has changed the comment since. */
function toOvertaken(comment: CommentRow): AppError {
  const { decision, decided_at: decidedAt, edited_at: editedAt, decided_by_name: name } = comment;
  if (decision === null || decidedAt === null || name === null || (editedAt !== null && editedAt > decidedAt))
    return new AppError('CONFLICT', because('comment.changed'));
  return new AppError('CONFLICT', OVERTAKEN[decision](name));
}
