import { catalog } from '@larksong/contracts';

import { encodeCursor } from '../library/videos/cursor.ts';
import type { CommentRow, NamedComment } from './store.ts';

const EDIT_MS = catalog.COMMENT_EDIT_MINUTES * 60_000;

/** Returns until when its author can change a comment. */
export function editableUntil({ created_at: createdAt }: Pick<CommentRow, 'created_at'>): Date {
  return new Date(createdAt.getTime() + EDIT_MS);
}

/** Returns why a comment was removed; null if it was not. */
export function removalOf({ fault, note }: Pick<CommentRow, 'fault' | 'note'>): catalog.Removal | null {
  return fault === null ? null : { fault, note };
}

/** Returns the change of a comment that was refused, and why; null if none was. */
export function refusedOf(
  row: Pick<CommentRow, 'refused_text' | 'refused_fault' | 'refused_note'>,
): catalog.RefusedChange | null {
  const { refused_text: text, refused_fault: fault, refused_note: note } = row;
  return text === null || fault === null ? null : { text, fault, note };
}

/** Returns the name under which an author writes. */
export function nameOf(row: { username: string; display_name: string | null }): string {
  return row.display_name ?? row.username;
}

/** Maps a comment to the contract, for a reader who may see it. */
export function toReply(
  row: NamedComment,
  { readerId, now }: { readerId: string; now: Date },
): catalog.Reply {
  const isOwn = row.author_id === readerId;
  const until = editableUntil(row);
  return {
    id: row.id,
    text: row.text,
    state: row.state,
    waitingText: isOwn ? row.waiting_text : null,
    refused: isOwn ? refusedOf(row) : null,
    removal: isOwn ? removalOf(row) : null,
    author: { name: nameOf(row), standing: row.standing },
    isOwn,
    createdAt: row.created_at.toISOString(),
    // Of a text that waits, only its author knows.
    editedAt: row.waiting_text === null || isOwn ? (row.edited_at?.toISOString() ?? null) : null,
    editableUntil: isOwn && row.state !== 'removed' && now < until ? until.toISOString() : null,
    revision: row.revision,
  };
}

/** Maps a comment to what its author downloads. */
export function toOwnComment(row: CommentRow & { title: string | null }): catalog.OwnComment {
  return {
    id: row.id,
    video: { id: row.video_id, title: row.title },
    text: row.text,
    waitingText: row.waiting_text,
    refused: refusedOf(row),
    state: row.state,
    removal: removalOf(row),
    createdAt: row.created_at.toISOString(),
    editedAt: row.edited_at?.toISOString() ?? null,
  };
}

/** Returns the position of a comment in a list that is sorted by the time of writing. */
export function positionOf({ id, created_at: createdAt }: Pick<CommentRow, 'id' | 'created_at'>): string {
  return encodeCursor({ id, value: String(createdAt.getTime()) });
}
