import { sayFailure } from '@larksong/service-kit/sentences';
import { describe, expect, it } from 'vitest';

import { recognize } from './formats.ts';
import { id3Bytes } from './recognize-sound.ts';

const bytes = (text: string) => Buffer.from(text, 'latin1');

/** Returns frames of 128 kbit/s at 44.1 kHz, each of 417 bytes. */
function mp3Frames(count: number): Buffer {
  const frame = Buffer.concat([Buffer.from('fffb9064', 'hex'), Buffer.alloc(413)]);
  return Buffer.concat(Array.from({ length: count }, () => frame));
}

/** Returns ADTS frames of 44.1 kHz, each of 256 bytes. */
function adtsFrames(count: number): Buffer {
  const frame = Buffer.concat([Buffer.from('fff15080201ffc', 'hex'), Buffer.alloc(249)]);
  return Buffer.concat(Array.from({ length: count }, () => frame));
}

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
    ['gif', bytes('GIF89a')],
    ['apng', bytes('\x89PNG\r\n\x1a\n\0\0\0\rIHDRxxxxxxxxxxxxxxxxxacTL')],
    ['dv', Buffer.from('1f0700bff8787878', 'hex')],
    ['mxf', Buffer.from('060e2b34020501010d01020101020400', 'hex')],
    ['ivf', bytes('DKIF\0\0\x20\0VP80')],
    ['mpegvideo', Buffer.from('000001b30a006015ffffe018', 'hex')],
    ['h264', Buffer.from('00000001674d400beca146d8', 'hex')],
    ['h264', Buffer.from('0000000109f000000001674d400b', 'hex')],
    ['hevc', Buffer.from('0000000140010c01ffff0160', 'hex')],
    ['flac', bytes('fLaC\0\0\0\x22')],
    ['wav', bytes('RIFF\x10\0\0\0WAVEfmt ')],
    ['wav', bytes('RF64\xff\xff\xff\xffWAVEds64')],
    ['w64', Buffer.from('726966662e91cf11a5d628db04c10000', 'hex')],
    ['aiff', bytes('FORM\0\0\x10\0AIFC')],
    ['caf', bytes('caff\0\x01')],
    ['amr', bytes('#!AMR-WB\n')],
    ['mp3', mp3Frames(3)],
    ['mp3', Buffer.concat([Buffer.alloc(500), mp3Frames(3)])],
    ['aac', adtsFrames(3)],
    [
      'mpegts',
      Buffer.concat(Array.from({ length: 5 }, () => Buffer.concat([bytes('G'), Buffer.alloc(187)]))),
    ],
  ])('recognize detects %s by its first bytes', (demuxer, head) => {
    expect(recognize(head)).toEqual({ demuxer });
  });

  it.each([
    ['a manifest', bytes('<?xml version="1.0"?><MPD>'), 'other'],
    ['a list of files', bytes("ffconcat version 1.0\nfile 'x'"), 'other'],
    ['a session description', bytes('v=0\r\no=- 0 0 IN IP4 127.0.0.1'), 'other'],
    ['subtitles', bytes('[Script Info]\n'), 'other'],
    ['nothing', bytes(''), 'other'],
    ['one byte of a transport stream', bytes('G'), 'other'],
    ['a photograph', bytes('\xff\xd8\xff\xe0'), 'picture'],
    ['a phone’s photograph', bytes('\0\0\0\x18ftypheic'), 'picture'],
    ['a web picture', bytes('RIFF\x10\0\0\0WEBPVP8X\x0a\0\0\0\x10'), 'picture'],
    ['a web picture that moves', bytes('RIFF\x10\0\0\0WEBPVP8X\x0a\0\0\0\x12'), 'animated-webp'],
    ['a drawing', bytes('\x89PNG\r\n\x1a\n\0\0\0\rIHDRxxxxxxxxxIDATacTL'), 'picture'],
    ['text with the sync pattern', Buffer.alloc(4096, 'fffb', 'hex'), 'other'],
    ['one frame of sound', mp3Frames(1), 'other'],
  ])('recognize does not mistake %s for a video', (_name, head, kind) => {
    expect(recognize(head)).toEqual({ kind });
  });
});

describe('id3Bytes', () => {
  it('the tag before the sound is skipped, with its footer', () => {
    expect(id3Bytes(Buffer.from('49443304000000000201', 'hex'))).toBe(10 + 257);
    expect(id3Bytes(Buffer.from('49443304001000000201', 'hex'))).toBe(20 + 257);
  });

  it('a file without a tag has nothing to skip', () => {
    expect(id3Bytes(mp3Frames(1))).toBe(0);
    expect(id3Bytes(bytes('ID3'))).toBe(0);
  });

  it.each([
    ['.RMF\0\0\0\x12', /RealMedia.*Please export it as MP4/],
    ['FWS\x06', /Flash animation/],
    ['PK\x03\x04', /ZIP archive/],
    ['#EXTM3U\n', /playlist/],
    ['<!DOCTYPE html><html>', /web page/],
  ])('recognize names what cannot be read, and says what to do: %j', (head, sentence) => {
    const magic = recognize(bytes(head));
    expect('reason' in magic && sayFailure(magic.reason)).toMatch(sentence);
  });

  it('recognize finds a transport stream behind something else, but not in other bytes', () => {
    const packet = Buffer.concat([bytes('G'), Buffer.alloc(187)]);
    const packets = Buffer.concat(Array.from({ length: 12 }, () => packet));
    expect(recognize(Buffer.concat([Buffer.alloc(5000, 7), packets]))).toEqual({ demuxer: 'mpegts' });
    expect(recognize(Buffer.concat([Buffer.alloc(5000, 7), packets.subarray(0, 1500)]))).toEqual({
      kind: 'other',
    });
  });
});
