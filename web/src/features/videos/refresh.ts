import type { catalog } from '@larksong/contracts';

const UNTIL_PLAYABLE_MS = 3_000;
const UNTIL_COMPLETED_MS = 10_000;
/**
 * Answers give the cookie that opens pictures and sound of the stream, good for 10 minutes, once 5 of them are over:
 * asked this often, there is a second try before it ends.
 */
const KEEP_ACCESS_MS = 140_000;

/** After how many milliseconds an open video's data is asked for again; false for never. */
export function toRefreshMs(
  video: Pick<catalog.Video, 'status' | 'playable' | 'visibility'> | undefined,
): number | false {
  if (video === undefined || video.status === 'failed') return false;
  if (video.status === 'processing') return video.playable ? UNTIL_COMPLETED_MS : UNTIL_PLAYABLE_MS;
  return video.visibility === 'public' ? false : KEEP_ACCESS_MS;
}
