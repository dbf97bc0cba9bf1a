import type { catalog } from '@larksong/contracts';
import type { Viewer } from '@larksong/service-kit';

import { nameOf, refusedOf, removalOf } from '../comment.ts';
import type { CommentRow } from '../store.ts';
import type { ModeratedRow } from './store.ts';

/**
 * Returns whether somebody may approve a comment that they can moderate: teachers neither their own ones, nor those that a
 * superadmin has removed.
 */
export function mayApprove(
  { id, role }: Viewer,
  { author_id: authorId, state }: Pick<CommentRow, 'author_id' | 'state'>,
): boolean {
  return role === 'superadmin' || (authorId !== id && state !== 'removed');
}

/** Maps a comment to the contract, for a superadmin or the teacher whose video it is about. */
export function toModerated(row: ModeratedRow, viewer: Viewer): catalog.ModeratedComment {
  const { parent_text: parentText, parent_username: parentName } = row;
  return {
    id: row.id,
    video: { id: row.video_id, title: row.title },
    author: { id: row.author_id, name: nameOf(row), mute: row.mute ?? 'none' },
    parent:
      parentText === null || parentName === null
        ? null
        : { authorName: row.parent_display_name ?? parentName, text: parentText },
    text: row.text,
    state: row.state,
    waitingText: row.waiting_text,
    refused: refusedOf(row),
    heldBy: row.held_by,
    reports: row.reports,
    removal: removalOf(row),
    decided:
      row.decided_at === null ? null : { at: row.decided_at.toISOString(), by: row.decided_by_name ?? '' },
    createdAt: row.created_at.toISOString(),
    editedAt: row.edited_at?.toISOString() ?? null,
    revision: row.revision,
    mayApprove: mayApprove(viewer, row),
    mayRemove: viewer.role === 'superadmin',
  };
}
