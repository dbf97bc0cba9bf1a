import type { Rendition } from './units.ts';

/** Names of objects in storage. A worker writes only below the prefix of its token, and init segments by content. */

/** Prefix of every object of a video. */
export function videoPrefix(videoId: string): string {
  return `videos/${videoId}/`;
}

/** Prefix of every object of one attempt to transcode a video. */
export function attemptPrefix(videoId: string, attempt: number): string {
  return `${videoPrefix(videoId)}${attempt}/`;
}

/** Where the upload of a video lies. */
export function sourceKey(videoId: string): string {
  return `${videoPrefix(videoId)}source`;
}

interface Owner {
  videoId: string;
  attempt: number;
  token: string;
}

/** Key of a segment, written by the unit whose token is part of it. */
export function segmentKey(owner: Owner, rendition: Rendition, index: number): string {
  return `${attemptPrefix(owner.videoId, owner.attempt)}${rendition}/${owner.token}/${String(index).padStart(5, '0')}.m4s`;
}

/** `hash`: lower-case hex of the SHA-256 of the init segment's bytes. */
export function initKey(owner: Owner, rendition: Rendition, hash: string): string {
  return `${attemptPrefix(owner.videoId, owner.attempt)}${rendition}/init/${hash}.mp4`;
}

/** Key of a picture made from the video, written by the unit whose token is part of it. */
export function extraKey(owner: Owner, name: 'thumbnail.jpg' | 'storyboard.jpg'): string {
  return `${attemptPrefix(owner.videoId, owner.attempt)}extras/${owner.token}/${name}`;
}

/** Where subtitles lie; every change has a new id, so that what was listed never changes. */
export function captionKey(videoId: string, captionId: string): string {
  return `${videoPrefix(videoId)}captions/${captionId}.vtt`;
}

/** Where a picture lies that a superadmin gave; every change has a new id. */
export function ownThumbnailKey(videoId: string, pictureId: string): string {
  return `${videoPrefix(videoId)}thumbnails/${pictureId}.jpg`;
}
