import type { catalog } from '@larksong/contracts';

import type { NoticeRow } from './store.ts';

/** Maps a notice to the contract. */
export function toNotice(row: NoticeRow): catalog.Notice {
  return {
    id: row.id,
    videoId: row.videoId,
    kind: row.kind,
    title: row.title,
    message: row.message,
    createdAt: row.createdAt.toISOString(),
  };
}
