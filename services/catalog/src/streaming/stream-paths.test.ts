import { catalog } from '@larksong/contracts';
import { parseStreamPath } from '@larksong/service-kit';
import { describe, expect, it } from 'vitest';

import {
  toCaptionPath,
  toOwnThumbnailPath,
  toSegmentUri,
  toThumbnailPath,
} from '../library/videos/media-paths.ts';

const videoId = '0198f3c2-7a1e-7d40-b1c9-5e2f6a90d8e1';
const owner = { videoId, attempt: 2, token: '0198f3c4-02bb-7c11-93aa-c0de41b7f205' };

describe('stream paths', () => {
  it.each([...catalog.RESOLUTIONS, 'audio'] as const)(
    'the stream path of the playlist of %s is known',
    (rendition) => {
      expect(parseStreamPath(videoId, `${rendition}/playlist.m3u8`)).toEqual({ kind: 'playlist', rendition });
    },
  );

  it('stream paths lead from the address in a playlist back to the object', () => {
    const segment = catalog.segmentKey(owner, '480p', 7);
    expect(parseStreamPath(videoId, `480p/${toSegmentUri(segment)}`)).toEqual({
      kind: 'object',
      key: segment,
      contentType: 'video/mp4',
      segment: 7,
    });
    const init = catalog.initKey(owner, 'audio', 'a'.repeat(64));
    expect(parseStreamPath(videoId, `audio/${toSegmentUri(init)}`)).toMatchObject({
      key: init,
      contentType: 'audio/mp4',
    });
    const thumbnailKey = catalog.extraKey(owner, 'thumbnail.jpg');
    const path = toThumbnailPath(videoId, { thumbnailKey, storyboard: null });
    expect(parseStreamPath(videoId, path.slice(`/hls/${videoId}/`.length))).toMatchObject({
      key: thumbnailKey,
    });
  });

  it('stream paths lead to captions from the file and to uploaded captions and thumbnails', () => {
    const id = owner.token;
    const within = (path: string) => path.slice(`/hls/${videoId}/`.length);
    const contentType = 'text/vtt; charset=utf-8';
    for (const [key, stored] of [
      [null, catalog.captionKey(videoId, id)] as const,
      [catalog.extraCaptionKey(owner, 12), catalog.extraCaptionKey(owner, 12)] as const,
    ])
      expect(parseStreamPath(videoId, within(toCaptionPath(videoId, { id, key })))).toEqual({
        kind: 'object',
        key: stored,
        contentType,
      });
    expect(parseStreamPath(videoId, within(toOwnThumbnailPath(videoId, id)))).toEqual({
      kind: 'object',
      key: catalog.ownThumbnailKey(videoId, id),
      contentType: 'image/jpeg',
    });
  });

  it.each([
    '',
    'captions/source.vtt',
    `captions/${owner.token}`,
    `captions/${owner.token}.jpg`,
    `extras/1/${owner.token}/captions-x.vtt`,
    `extras/1/${owner.token}/captions-0.jpg`,
    `captions/../thumbnails/${owner.token}.jpg`,
    `thumbnails/${owner.token}.vtt`,
    `thumbnails/${owner.token}.jpg/`,
    'source',
    '../source',
    '720p/playlist.m3u8/',
    '2160p/playlist.m3u8',
    '720p/1/../../source',
    '720p/1/x/00000.m4s',
    `720p/0/${owner.token}/00000.m4s`,
    `720p/1/${owner.token}/000000.m4s`,
    `720p/1/${owner.token}/00000.m4s%00`,
    `720p/1/init/${'g'.repeat(64)}.mp4`,
    `extras/1/${owner.token}/source.jpg`,
  ])('the stream path %j does not exist', (path) => {
    expect(parseStreamPath(videoId, path)).toBeUndefined();
  });
});
