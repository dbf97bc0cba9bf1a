import { describe, expect, it } from 'vitest';

import { recognize } from './formats.ts';

const bytes = (text: string) => Buffer.from(text, 'latin1');

describe('recognize', () => {
  it.each([
    ['mov', bytes('\0\0\0\x18ftypmp42')],
    ['mov', bytes('\0\0\0\x08wide\0\0\0\0mdat')],
    ['matroska', Buffer.from('1a45dfa39f4286', 'hex')],
    ['avi', bytes('RIFF\x10\0\0\0AVI LIST')],
    ['ogg', bytes('OggS\0\x02')],
    ['flv', bytes('FLV\x01')],
    ['mpeg', Buffer.from('000001ba44', 'hex')],
    ['asf', Buffer.from('3026b2758e66cf11a6d900aa0062ce6c', 'hex')],
    [
      'mpegts',
      Buffer.concat(Array.from({ length: 5 }, () => Buffer.concat([bytes('G'), Buffer.alloc(187)]))),
    ],
  ])('recognize detects %s by its first bytes', (demuxer, head) => {
    expect(recognize(head)).toEqual({ demuxer });
  });

  it.each([
    ['a playlist', bytes('#EXTM3U\n#EXT-X-TARGETDURATION:4'), 'other'],
    ['a manifest', bytes('<?xml version="1.0"?><MPD>'), 'other'],
    ['a list of files', bytes("ffconcat version 1.0\nfile 'x'"), 'other'],
    ['a session description', bytes('v=0\r\no=- 0 0 IN IP4 127.0.0.1'), 'other'],
    ['subtitles', bytes('[Script Info]\n'), 'other'],
    ['a song', bytes('ID3\x04'), 'other'],
    ['a wave', bytes('RIFF\x10\0\0\0WAVEfmt '), 'other'],
    ['an archive', bytes('PK\x03\x04'), 'other'],
    ['nothing', bytes(''), 'other'],
    ['one byte of a transport stream', bytes('G'), 'other'],
    ['a photograph', bytes('\xff\xd8\xff\xe0'), 'picture'],
    ['a phone’s photograph', bytes('\0\0\0\x18ftypheic'), 'picture'],
    ['a web picture', bytes('RIFF\x10\0\0\0WEBP'), 'picture'],
  ])('recognize does not mistake %s for a video', (_name, head, kind) => {
    expect(recognize(head)).toEqual({ kind });
  });
});
