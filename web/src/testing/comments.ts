import type { catalog } from '@larksong/contracts';

let serial = 0;

/** Returns a comment of another member that everybody sees. */
export function comment(changes: Partial<catalog.Comment> = {}): catalog.Comment {
  serial += 1;
  return {
    id: `0198f3c2-7a1e-7d40-b1c9-c0${String(serial).padStart(10, '0')}`,
    text: `Comment ${serial}`,
    state: 'shown',
    waitingText: null,
    refused: null,
    removal: null,
    author: { name: 'mira', standing: null },
    isOwn: false,
    createdAt: new Date(Date.now() - 2 * 86_400_000).toISOString(),
    editedAt: null,
    editableUntil: null,
    revision: 0,
    replies: [],
    ...changes,
  };
}

/** Returns one of the viewer's own, which can still be changed. */
export function ownComment(changes: Partial<catalog.Comment> = {}): catalog.Comment {
  return comment({
    author: { name: 'teo', standing: null },
    isOwn: true,
    createdAt: new Date().toISOString(),
    editableUntil: new Date(Date.now() + 600_000).toISOString(),
    ...changes,
  });
}

export const OPEN_WRITING: catalog.Writing = {
  state: 'open',
  from: null,
  needsApproval: false,
  mayReply: false,
};
