import { expect, test } from 'vitest';

import { recognizePicture, recognizeSound } from './recognize.ts';

const bytes = (text: string) => Buffer.from(text, 'latin1');

test.each([
  ['\x89PNG\r\n\x1a\n', 'png'],
  ['\xff\xd8\xff\xe0', 'jpeg'],
  ['RIFF\x10\0\0\0WEBPVP8 ', 'webp'],
  ['RIFF\x10\0\0\0WAVEfmt ', undefined],
  ['GIF89a', undefined],
  ['<svg xmlns="http://www.w3.org/2000/svg"/>', undefined],
  ['<?xml version="1.0"?><svg/>', undefined],
  ['%PDF-1.7', undefined],
  ['', undefined],
])('%j as a picture is %s', (head, format) => {
  expect(recognizePicture(bytes(head))).toBe(format);
});

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
  ['#EXTM3U\n', undefined],
  ['RIFF\x10\0\0\0AVI LIST', undefined],
  ['fLaC', undefined],
  ['', undefined],
])('%j as a sound is %s', (head, format) => {
  expect(recognizeSound(bytes(head))).toBe(format);
});
