import { catalog } from '@larksong/contracts';

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
