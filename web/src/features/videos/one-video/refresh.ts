import type { catalog } from '@larksong/contracts';

const UNTIL_PLAYABLE_MS = 3_000;
const UNTIL_COMPLETED_MS = 10_000;
/**
 * Responses renew the cookie for the pictures and sound of the stream, which is valid for 10 minutes, once it is 5
 * minutes old. At this interval there is a second attempt before it expires.
 */
const KEEP_ACCESS_MS = 140_000;

/** Returns after how many milliseconds the data of an open video is refetched; false for never. */
export function toRefreshMs(
  video: Pick<catalog.Video, 'status' | 'playable' | 'visibility'> | undefined,
): number | false {
  if (video === undefined || video.status === 'failed') return false;
  if (video.status === 'processing') return video.playable ? UNTIL_COMPLETED_MS : UNTIL_PLAYABLE_MS;
  return video.visibility === 'public' ? false : KEEP_ACCESS_MS;
}
