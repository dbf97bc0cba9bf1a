import { expect, test } from 'vitest';

import { recognizeSound } from './sound-formats.ts';

const bytes = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0));

test.each([
  ['ID3\x04', 'mp3'],
  ['\xff\xfb\x90\x64', 'mp3'],
  ['\xff\xf3\x44\xc4', 'mp3'],
  ['RIFF\x10\0\0\0WAVEfmt ', 'wav'],
  ['OggS\0\x02', 'ogg'],
  ['\0\0\0\x20ftypM4A ', 'm4a'],
  ['\x1a\x45\xdf\xa3', 'webm'],
  ['\xff\xf1\x50\x80', undefined], // AAC without a container
  ['\xff\xff\xff\xff', undefined],
  ['\xff\xfb\x00\x64', undefined], // without a bitrate
  ['\xff\xfb\xf0\x64', undefined], // with a reserved bitrate
  ['\xff\xfb\x9c\x64', undefined], // with a reserved sampling rate
  ['\xff\xeb\x90\x64', undefined], // with a reserved version
  ['#EXTM3U\n', undefined],
  ['RIFF\x10\0\0\0AVI LIST', undefined],
  ['fLaC', undefined],
  ['', undefined],
])('recognizeSound takes %j for %s', (head, format) => {
  expect(recognizeSound(bytes(head))).toBe(format);
});
