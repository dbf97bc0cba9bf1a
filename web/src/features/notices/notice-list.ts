import type { catalog } from '@larksong/contracts';

/** More would push the page far down; a small screen has room for one. */
const MAX_SHOWN = 2;

export const PROCESSING_POLL_MS = 10_000;
export const IDLE_POLL_MS = 60_000;

/**
 * Selects the notices that are not dismissed, failures first. Returns the few to show, and the number of further ones.
 */
export function toShown(
  open: readonly catalog.Notice[],
  isSmall: boolean,
): { shown: readonly catalog.Notice[]; waiting: number } {
  const shown = open.slice(0, isSmall ? 1 : MAX_SHOWN);
  return { shown, waiting: open.length - shown.length };
}

/** Returns the text of a notice, without its link. */
export function toNoticeText({ kind, title, message }: catalog.Notice): string {
  if (kind === 'ready') return `“${title}” is ready to watch.`;
  return `“${title}” could not be processed${message === null || message === '' ? '.' : `: ${message}`}`;
}
