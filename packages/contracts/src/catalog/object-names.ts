import type { Rendition } from './units.ts';

/** Names of objects in storage. A worker writes only under the prefix of its token; init segments are named by content. */

/** Returns the prefix of all objects of a video. */
export function videoPrefix(videoId: string): string {
  return `videos/${videoId}/`;
}

/** Returns the prefix of all objects of one attempt to transcode a video. */
export function attemptPrefix(videoId: string, attempt: number): string {
  return `${videoPrefix(videoId)}${attempt}/`;
}

/** Returns the key of the uploaded file of a video. */
export function sourceKey(videoId: string): string {
  return `${videoPrefix(videoId)}source`;
}

interface Owner {
  videoId: string;
  attempt: number;
  token: string;
}

/** Returns the key of a segment, which contains the token of the unit that writes it. */
export function segmentKey(owner: Owner, rendition: Rendition, index: number): string {
  return `${attemptPrefix(owner.videoId, owner.attempt)}${rendition}/${owner.token}/${String(index).padStart(5, '0')}.m4s`;
}

/** Returns the key of an init segment. `hash` is the SHA-256 of its bytes in lower-case hex. */
export function initKey(owner: Owner, rendition: Rendition, hash: string): string {
  return `${attemptPrefix(owner.videoId, owner.attempt)}${rendition}/init/${hash}.mp4`;
}

/** Returns the key of a picture made from the video, which contains the token of the unit that writes it. */
export function extraKey(owner: Owner, name: 'thumbnail.jpg' | 'storyboard.jpg'): string {
  return `${attemptPrefix(owner.videoId, owner.attempt)}extras/${owner.token}/${name}`;
}

/** Returns the key of subtitles from the uploaded file, which contains the token of the unit that writes it. */
export function extraCaptionKey(owner: Owner, number: number): string {
  return `${attemptPrefix(owner.videoId, owner.attempt)}extras/${owner.token}/captions-${number}.vtt`;
}

/** Returns the key of uploaded subtitles. Every change has a new id, so listed objects never change. */
export function captionKey(videoId: string, captionId: string): string {
  return `${videoPrefix(videoId)}captions/${captionId}.vtt`;
}

/** Returns the key of an uploaded thumbnail. Every change has a new id. */
export function ownThumbnailKey(videoId: string, pictureId: string): string {
  return `${videoPrefix(videoId)}thumbnails/${pictureId}.jpg`;
}
