import { catalog } from '@larksong/contracts';

export const PROCESSING_POLL_MS = 10_000;
export const IDLE_POLL_MS = 60_000;

/** Returns the line about notices, without its link: the outcome of one video, or the numbers of ready and failed ones. */
export function toNoticeLine(open: readonly catalog.Notice[]): string {
  const [only] = open;
  if (only !== undefined && open.length === 1) return toNoticeText(only);
  const ready = open.filter(({ kind }) => kind === 'ready').length;
  const stopped = open.filter((notice) => notice.isStopped).length;
  return catalog.describeOutcomes({ ready, failed: open.length - ready - stopped, stopped });
}

/** Returns the text of a notice, without its link. */
function toNoticeText({ kind, title, message, isStopped, stoppedBy }: catalog.Notice): string {
  if (kind === 'ready') return `“${title}” is ready to watch.${message ? ` ${message}` : ''}`;
  if (isStopped) return catalog.describeStop(title, stoppedBy);
  return `“${title}” could not be processed${message === null || message === '' ? '.' : `: ${message}`}`;
}
