import { catalog } from '@larksong/contracts';
import { UUID_PATTERN } from '../base/ids.ts';

/** The target of an address below `/hls/{id}/`; names outside these patterns do not exist. */
export type StreamTarget =
  | { kind: 'master' }
  | { kind: 'playlist'; rendition: catalog.Rendition }
  /** `segment` is the index of a segment; other objects have none. */
  | { kind: 'object'; key: string; contentType: string; segment?: number };

const RENDITION = `(${catalog.RESOLUTIONS.join('|')}|audio)`;
const ATTEMPT = '([1-9]\\d{0,5})';
const TOKEN = `(${UUID_PATTERN})`;
const PLAYLIST = new RegExp(`^${RENDITION}/playlist\\.m3u8$`);
const SEGMENT = new RegExp(`^${RENDITION}/${ATTEMPT}/${TOKEN}/(\\d{5})\\.m4s$`);
const INIT = new RegExp(`^${RENDITION}/${ATTEMPT}/init/([0-9a-f]{64})\\.mp4$`);
const EXTRA = new RegExp(`^extras/${ATTEMPT}/${TOKEN}/(thumbnail|storyboard)\\.jpg$`);
const EXTRA_CAPTION = new RegExp(`^extras/${ATTEMPT}/${TOKEN}/captions-(\\d{1,2})\\.vtt$`);
const CAPTION = new RegExp(`^captions/${TOKEN}\\.vtt$`);
const OWN_THUMBNAIL = new RegExp(`^thumbnails/${TOKEN}\\.jpg$`);

/** Returns the target of `path`, the part after `/hls/{id}/`; undefined if there can be no object of that name. */
export function parseStreamPath(videoId: string, path: string): StreamTarget | undefined {
  if (path === 'master.m3u8') return { kind: 'master' };
  const playlist = PLAYLIST.exec(path);
  if (playlist) return { kind: 'playlist', rendition: playlist[1] as catalog.Rendition }; // the pattern lists the renditions
  const root = `videos/${videoId}`;
  const segment = SEGMENT.exec(path);
  if (segment) {
    const [, rendition, attempt, token, index] = segment;
    return {
      kind: 'object',
      key: `${root}/${attempt}/${rendition}/${token}/${index}.m4s`,
      contentType: mp4(rendition),
      segment: Number(index),
    };
  }
  const init = INIT.exec(path);
  if (init) {
    const [, rendition, attempt, hash] = init;
    return {
      kind: 'object',
      key: `${root}/${attempt}/${rendition}/init/${hash}.mp4`,
      contentType: mp4(rendition),
    };
  }
  const extra = EXTRA.exec(path);
  if (!extra) return parseCaption(videoId, path) ?? parseOwnThumbnail(videoId, path);
  const [, attempt, token, name] = extra;
  return { kind: 'object', key: `${root}/${attempt}/extras/${token}/${name}.jpg`, contentType: 'image/jpeg' };
}

/** Returns the target of subtitles, from the file or uploaded. */
function parseCaption(videoId: string, path: string): StreamTarget | undefined {
  const contentType = 'text/vtt; charset=utf-8';
  const [, attempt, token = '', number] = EXTRA_CAPTION.exec(path) ?? [];
  if (attempt !== undefined) {
    const key = catalog.extraCaptionKey({ videoId, attempt: Number(attempt), token }, Number(number));
    return { kind: 'object', key, contentType };
  }
  const captionId = CAPTION.exec(path)?.[1];
  return captionId === undefined
    ? undefined
    : { kind: 'object', key: catalog.captionKey(videoId, captionId), contentType };
}

function parseOwnThumbnail(videoId: string, path: string): StreamTarget | undefined {
  const pictureId = OWN_THUMBNAIL.exec(path)?.[1];
  return pictureId === undefined
    ? undefined
    : { kind: 'object', key: catalog.ownThumbnailKey(videoId, pictureId), contentType: 'image/jpeg' };
}

function mp4(rendition: string | undefined): string {
  return rendition === 'audio' ? 'audio/mp4' : 'video/mp4';
}
