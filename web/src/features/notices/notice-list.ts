import { catalog } from '@larksong/contracts';

export const PROCESSING_POLL_MS = 10_000;
export const IDLE_POLL_MS = 60_000;

/** Returns the line about notices, without its link: the outcome of one video, or the numbers of ready and failed ones. */
export function toNoticeLine(open: readonly catalog.Notice[]): string {
  const [only] = open;
  if (only !== undefined && open.length === 1) return toNoticeText(only);
  const failed = open.filter(({ kind }) => kind === 'failed').length;
  return catalog.describeOutcomes({ ready: open.length - failed, failed });
}

/** Returns the text of a notice, without its link. */
function toNoticeText({ kind, title, message, isStopped }: catalog.Notice): string {
  if (kind === 'ready') return `“${title}” is ready to watch.${message ? ` ${message}` : ''}`;
  if (isStopped) return `Somebody stopped the processing of “${title}”.`;
  return `“${title}” could not be processed${message === null || message === '' ? '.' : `: ${message}`}`;
}
