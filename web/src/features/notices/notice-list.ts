import type { catalog } from '@larksong/contracts';

export const PROCESSING_POLL_MS = 10_000;
export const IDLE_POLL_MS = 60_000;

/** Returns the line about notices, without its link: the outcome of one video, or the numbers of ready and failed ones. */
export function toNoticeLine(open: readonly catalog.Notice[]): string {
  const [only] = open;
  if (only === undefined || open.length > 1) return countOutcomes(open);
  return toNoticeText(only);
}

/** Returns `15 videos are ready, 2 failed`. */
function countOutcomes(open: readonly catalog.Notice[]): string {
  const failed = open.filter(({ kind }) => kind === 'failed').length;
  const ready = open.length - failed;
  const videos = (count: number) => `${count} ${count === 1 ? 'video' : 'videos'}`;
  if (ready === 0) return `${videos(failed)} failed`;
  return `${videos(ready)} ${ready === 1 ? 'is' : 'are'} ready${failed === 0 ? '' : `, ${failed} failed`}`;
}

/** Returns the text of a notice, without its link. */
function toNoticeText({ kind, title, message }: catalog.Notice): string {
  if (kind === 'ready') return `“${title}” is ready to watch.`;
  return `“${title}” could not be processed${message === null || message === '' ? '.' : `: ${message}`}`;
}
