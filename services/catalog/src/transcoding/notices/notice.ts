import { describeReadable, type catalog, type Readable } from '@larksong/contracts';

import type { NoticeRow } from './store.ts';

/** Maps a notice to the contract. */
export function toNotice(row: NoticeRow): catalog.Notice {
  return {
    id: row.id,
    videoId: row.videoId,
    kind: row.kind,
    title: row.title,
    message: row.message,
    reason: row.reason,
    explainedRemarks: row.kind === 'ready' ? row.explainedRemarks : [],
    isStopped: row.kind === 'failed' && row.isStopped,
    stoppedBy: row.kind === 'failed' && row.isStopped ? row.stoppedBy : null,
    readable: row.kind === 'failed' ? row.readable : null,
    createdAt: row.createdAt.toISOString(),
  };
}

/** Returns the notice for the mail, whose message also names the part that can be published anyway. */
export function toMailedNotice(row: NoticeRow): catalog.Notice {
  const notice = toNotice(row);
  if (!notice.readable) return notice;
  return { ...notice, message: `${notice.message ?? ''} ${offer(notice.readable)}`.trim() };
}

/** Returns an English sentence, for mails about failures of which auth does not know the reason. */
function offer(readable: Readable): string {
  const { part, unit, count } = describeReadable(readable);
  const length = count === 1 ? unit.slice(0, -1) : unit;
  const state = part === 'rest' ? 'could be read' : `${count === 1 ? 'is' : 'are'} there`;
  return `You can publish the ${count} ${length} that ${state}.`;
}
