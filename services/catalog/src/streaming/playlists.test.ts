import type { catalog } from '@larksong/contracts';
import { describe, expect, it } from 'vitest';

import { toMasterPlaylist, toMediaPlaylist } from './playlists.ts';

const rung = (resolution: '720p' | '480p' | '360p', width: number, height: number, maxBitrate: number) => ({
  resolution,
  width,
  height,
  frameRate: '30000/1001',
  maxBitrate,
  bufferBits: maxBitrate,
  codecs: 'avc1.64001f',
});

const plan: catalog.Plan = {
  demuxer: 'mov',
  durationSeconds: 60,
  startSeconds: 0,
  seekable: true,
  video: {
    streamIndex: 0,
    codec: 'h264',
    width: 1280,
    height: 720,
    frameRate: '30000/1001',
    interlaced: false,
    hdr: false,
  },
  audio: { streamIndex: 1, codec: 'aac', channels: 2, bitrate: 128_000 },
  rungs: [
    rung('720p', 1280, 720, 3_000_000),
    rung('480p', 854, 480, 1_400_000),
    rung('360p', 640, 360, 800_000),
  ],
};

describe('toMasterPlaylist', () => {
  it('toMasterPlaylist lists every rung with its attributes, the starting one first', () => {
    expect(toMasterPlaylist(plan)).toMatchInlineSnapshot(`
      "#EXTM3U
      #EXT-X-VERSION:7
      #EXT-X-INDEPENDENT-SEGMENTS
      #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="audio",NAME="Sound",DEFAULT=YES,AUTOSELECT=YES,CHANNELS="2",URI="audio/playlist.m3u8"
      #EXT-X-STREAM-INF:BANDWIDTH=1915560,CODECS="avc1.64001f,mp4a.40.2",RESOLUTION=854x480,FRAME-RATE=29.970,AUDIO="audio"
      480p/playlist.m3u8
      #EXT-X-STREAM-INF:BANDWIDTH=3955560,CODECS="avc1.64001f,mp4a.40.2",RESOLUTION=1280x720,FRAME-RATE=29.970,AUDIO="audio"
      720p/playlist.m3u8
      #EXT-X-STREAM-INF:BANDWIDTH=1150560,CODECS="avc1.64001f,mp4a.40.2",RESOLUTION=640x360,FRAME-RATE=29.970,AUDIO="audio"
      360p/playlist.m3u8
      "
    `);
  });

  it('toMasterPlaylist does not mention sound for a silent video', () => {
    const silent = toMasterPlaylist({ ...plan, audio: null });
    expect(silent).not.toMatch(/AUDIO|mp4a/);
  });
});

describe('toMediaPlaylist', () => {
  const segments = [
    { uri: '1/a/00000.m4s', initUri: '1/init/x.mp4', durationSeconds: 4.004 },
    { uri: '1/a/00001.m4s', initUri: '1/init/x.mp4', durationSeconds: 4.004 },
    { uri: '1/b/00002.m4s', initUri: '1/init/y.mp4', durationSeconds: 1.5 },
  ];

  it('toMediaPlaylist names an init segment where it changes and ends only when it is complete', () => {
    expect(toMediaPlaylist({ segments, frameRate: '30000/1001', ended: false })).toMatchInlineSnapshot(`
      "#EXTM3U
      #EXT-X-VERSION:7
      #EXT-X-TARGETDURATION:4
      #EXT-X-PLAYLIST-TYPE:EVENT
      #EXT-X-INDEPENDENT-SEGMENTS
      #EXT-X-START:TIME-OFFSET=0
      #EXT-X-MEDIA-SEQUENCE:0
      #EXT-X-MAP:URI="1/init/x.mp4"
      #EXTINF:4.004000,
      1/a/00000.m4s
      #EXTINF:4.004000,
      1/a/00001.m4s
      #EXT-X-MAP:URI="1/init/y.mp4"
      #EXTINF:1.500000,
      1/b/00002.m4s
      "
    `);
    expect(toMediaPlaylist({ segments, frameRate: '25/1', ended: true })).toMatch(/#EXT-X-ENDLIST\n$/);
  });

  it('toMediaPlaylist has a target duration that a low frame rate does not exceed', () => {
    expect(toMediaPlaylist({ segments: [], frameRate: '1/1', ended: false })).toContain(
      '#EXT-X-TARGETDURATION:5\n',
    );
  });
});
