import { expect, test } from 'vitest';

import { recognizePicture } from './recognize-picture.ts';

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
])('recognizePicture takes %j for %s', (head, format) => {
  expect(recognizePicture(bytes(head))).toBe(format);
});
