import type { catalog } from '@larksong/contracts';

import { formatList } from '../../lib/format.ts';
import { text } from '../../lib/texts.ts';

export const PROCESSING_POLL_MS = 10_000;
export const IDLE_POLL_MS = 60_000;

/** Returns the line about notices, without its link: the outcome of one video, or the numbers of ready and failed ones. */
export function toNoticeLine(open: readonly catalog.Notice[]): string {
  const [only] = open;
  if (only !== undefined && open.length === 1) return toNoticeText(only);
  const ready = open.filter(({ kind }) => kind === 'ready').length;
  const stopped = open.filter((notice) => notice.isStopped).length;
  return toOutcomes({ ready, failed: open.length - ready - stopped, stopped });
}

/** Returns `3 videos are ready, 1 failed`; only the first number says of what it is. */
function toOutcomes(counts: Readonly<Record<'ready' | 'failed' | 'stopped', number>>): string {
  const clauses = OUTCOMES.filter((outcome) => counts[outcome] > 0).map((outcome, index) => {
    const count = counts[outcome];
    return index === 0
      ? text(`outcomes.videos-${outcome}`, { count })
      : text(`outcomes.more-${outcome}`, { count });
  });
  return formatList(clauses, 'unit');
}

const OUTCOMES = ['ready', 'failed', 'stopped'] as const;

/** Returns the text of a notice, without its link. */
function toNoticeText({ kind, title, message, isStopped, stoppedBy }: catalog.Notice): string {
  if (kind === 'ready')
    return message ? text('notice.ready-with', { title, message }) : text('notice.ready', { title });
  if (isStopped)
    return stoppedBy
      ? text('notice.stopped-by', { title, name: stoppedBy })
      : text('notice.stopped', { title });
  return message ? text('notice.failed-because', { title, message }) : text('notice.failed', { title });
}
