import type { catalog } from '@larksong/contracts';

import { MIRA } from './accounts.ts';

let serial = 0;

/** Returns a comment that waits for an approval, as superadmins see it. */
export function moderated(changes: Partial<catalog.ModeratedComment> = {}): catalog.ModeratedComment {
  serial += 1;
  return {
    id: `0198f3c2-7a1e-7d40-b1c9-d0${String(serial).padStart(10, '0')}`,
    video: { id: '0198f3c2-7a1e-7d40-b1c9-d00000000000', title: 'Five Ducks' },
    author: { id: MIRA.id, name: 'mira', mute: 'none' },
    parent: null,
    text: `Comment ${serial}`,
    state: 'waiting',
    waitingText: null,
    refused: null,
    heldBy: 'setting',
    reports: [],
    removal: null,
    decided: null,
    createdAt: new Date(Date.now() - 3_600_000).toISOString(),
    editedAt: null,
    revision: 0,
    mayApprove: true,
    mayRemove: true,
    ...changes,
  };
}
