import type { catalog } from '@larksong/contracts';

import type { VideoRow } from '../../db/tables.ts';

const KEY = /^videos\/[^/]+\/(\d+)\/([^/]+)\/(.+)$/;

/** Returns the address of a stored object relative to its rendition's playlist. */
export function toSegmentUri(key: string): string {
  const [, attempt, , rest] = KEY.exec(key) ?? [];
  return `${attempt}/${rest}`;
}

/** Returns the public path of the thumbnail taken from a video. */
export function toThumbnailPath(videoId: string, extras: catalog.Extras): string {
  return toExtraPath(videoId, extras.thumbnailKey);
}

/**
 * Returns the public path of a video's thumbnail: the uploaded one, otherwise the one taken from the video, otherwise
 * null.
 */
export function thumbnailOf(video: Pick<VideoRow, 'id' | 'extras' | 'own_thumbnail_id'>): string | null {
  if (video.own_thumbnail_id !== null) return toOwnThumbnailPath(video.id, video.own_thumbnail_id);
  return video.extras && toThumbnailPath(video.id, video.extras);
}

/** Returns the public path of a picture or subtitles made from a video. */
export function toExtraPath(videoId: string, key: string): string {
  const [, attempt, , rest] = KEY.exec(key) ?? [];
  return `/hls/${videoId}/extras/${attempt}/${rest}`;
}

/** Returns the public path of an uploaded thumbnail. */
export function toOwnThumbnailPath(videoId: string, pictureId: string): string {
  return `/hls/${videoId}/thumbnails/${pictureId}.jpg`;
}

/** Returns the public path of subtitles, which were uploaded or come from the file (`key`). */
export function toCaptionPath(videoId: string, caption: { id: string; key: string | null }): string {
  if (caption.key !== null) return toExtraPath(videoId, caption.key);
  return `/hls/${videoId}/captions/${caption.id}.vtt`;
}
