import { describe, expect, it } from 'vitest';

import { normalizeWebVtt } from './web-vtt.ts';

describe('a SubRip file', () => {
  it('a SubRip file becomes WebVTT, without its byte order mark, colours, positions and coordinates', () => {
    const file =
      '\uFEFF\r\n1\r\n00:00:01,000 --> 00:00:04,000 X1:10 X2:20\r\n{\\an8}<font color="red">Five</font> <i>little</i> ducks\r\n\r\n2\r\n0:00:05,5 --> 0:00:06,000\r\nwent out\r\none day\r\n\r\n\r\n';
    expect(normalizeWebVtt(file)).toBe(
      'WEBVTT\n\n1\n00:00:01.000 --> 00:00:04.000\nFive <i>little</i> ducks\n\n2\n00:00:05.500 --> 00:00:06.000\nwent out\none day\n',
    );
  });

  it('a SubRip file may lack numbers, and separate its subtitles by lines of spaces', () => {
    const file = '00:00:01,000 --> 00:00:02,000\nQuack\n \n00:00:03,000 --> 00:00:04,000\nQuack quack';
    expect(normalizeWebVtt(file)).toBe(
      'WEBVTT\n\n00:00:01.000 --> 00:00:02.000\nQuack\n\n00:00:03.000 --> 00:00:04.000\nQuack quack\n',
    );
  });

  it.each([
    ['1\n00:00:04,000 --> 00:00:01,000\nQuack', 'Line 2: this subtitle ends before it begins.'],
    [
      '1\n00:00:01,000 --> 00:00:02,000\nQuack\n2\n00:00:03,000 --> 00:00:04,000\nQuack',
      'Line 5: an empty line is required between two subtitles.',
    ],
    ['1\n00:00:01,000 --> 00:00:02,000\n\n', 'There are no subtitles in this file.'],
    [
      '1\nQuack\n',
      'Line 1: these are no subtitles. WebVTT begins with the word WEBVTT, SubRip with a number and a time.',
    ],
  ])('the broken SubRip file %j is refused by the number of its line', (file, sentence) => {
    expect(() => normalizeWebVtt(file)).toThrow(sentence);
  });
});
