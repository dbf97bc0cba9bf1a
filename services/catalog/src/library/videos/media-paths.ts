import type { catalog } from '@larksong/contracts';

const KEY = /^videos\/[^/]+\/(\d+)\/([^/]+)\/(.+)$/;

/** The address of a stored object relative to its rendition's playlist. */
export function toSegmentUri(key: string): string {
  const [, attempt, , rest] = KEY.exec(key) ?? [];
  return `${attempt}/${rest}`;
}

/** The public path of the thumbnail that was taken from a video. */
export function toThumbnailPath(videoId: string, extras: catalog.Extras): string {
  return toExtraPath(videoId, extras.thumbnailKey);
}

/** The public path of a picture that was made from a video. */
export function toExtraPath(videoId: string, key: string): string {
  const [, attempt, , rest] = KEY.exec(key) ?? [];
  return `/hls/${videoId}/extras/${attempt}/${rest}`;
}

/** The public path of a picture that a superadmin gave. */
export function toOwnThumbnailPath(videoId: string, pictureId: string): string {
  return `/hls/${videoId}/thumbnails/${pictureId}.jpg`;
}

/** The public path of subtitles. */
export function toCaptionPath(videoId: string, captionId: string): string {
  return `/hls/${videoId}/captions/${captionId}.vtt`;
}
