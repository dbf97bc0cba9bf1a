import { describe, expect, it } from 'vitest';

import { normalizeWebVtt } from './web-vtt.ts';

const CUE = '00:01.000 --> 00:04.000\nFive little ducks';
const plain = (cues: string) => `WEBVTT\n\n${cues}\n`;

describe('normalizeWebVtt', () => {
  it('normalizeWebVtt returns a plain file unchanged', () => {
    const file = plain(
      '00:00:01.000 --> 00:00:04.000\nFive little ducks\n\n1\n01:00:00.500 --> 01:00:02.000 align:start line:0\nwent <i>out</i>\none day',
    );
    expect(normalizeWebVtt(file)).toBe(file);
    expect(normalizeWebVtt(normalizeWebVtt(file))).toBe(file);
  });

  it('normalizeWebVtt drops cues without text, which some programs write to clear the screen', () => {
    const file = plain(`00:00:00.500 --> 00:00:01.000\n\n2\n00:00:01.000 --> 00:00:01.500\n&nbsp;\n\n${CUE}`);
    expect(normalizeWebVtt(file)).toBe(
      plain('2\n00:00:01.000 --> 00:00:01.500\n&nbsp;\n\n00:00:01.000 --> 00:00:04.000\nFive little ducks'),
    );
  });

  it.each([
    ['a byte order mark', `\uFEFFWEBVTT\n\n${CUE}\n`],
    ['Windows line breaks', `WEBVTT\r\n\r\n${CUE.replaceAll('\n', '\r\n')}\r\n`],
    ['classic Mac line breaks', `WEBVTT\r\r${CUE.replaceAll('\n', '\r')}\r`],
    ['no final line break', `WEBVTT\n\n${CUE}`],
    ['a title and header lines', `WEBVTT - Ducks\nKind: captions\nX-TIMESTAMP-MAP=LOCAL:00:00\n\n${CUE}\n`],
    ['comments', `WEBVTT\n\nNOTE by me\nand me\n\n${CUE}\n\nNOTE\n`],
    [
      'styles and regions',
      `WEBVTT\n\nSTYLE\n::cue { background: url(http://x.example) }\n\nREGION\nid:a\nwidth:40%\n\n${CUE}\n`,
    ],
    [
      'wide spaces and unknown settings',
      `WEBVTT\n\n\n\n  00:01.000\t-->  00:04.000   region:a onclick:x \nFive little ducks\n`,
    ],
  ])('normalizeWebVtt accepts a file with %s and returns the plain form', (_what, file) => {
    expect(normalizeWebVtt(file)).toBe(plain('00:00:01.000 --> 00:00:04.000\nFive little ducks'));
  });

  it.each([
    ['<v Mother Duck>Quack</v>', '<v Mother Duck>Quack</v>'],
    ['<c.yellow.bg_blue>Quack</c> <00:02.000>quack', '<c.yellow.bg_blue>Quack</c> <00:02.000>quack'],
    ['<script>alert(1)</script>', 'alert(1)'],
    ['<img src=x onerror=alert(1)>Duck', 'Duck'],
    ['<b onclick=x>Duck</b>', 'Duck</b>'],
    ['one < two', 'one &lt; two'],
    ['<<b>Duck</b>', '&lt;<b>Duck</b>'],
    ['Entchen & Käse 🦆', 'Entchen & Käse 🦆'],
  ])('normalizeWebVtt keeps only the markup of %j that a player can show', (text, expected) => {
    expect(normalizeWebVtt(`WEBVTT\n\n00:01.000 --> 00:04.000\n${text}`)).toBe(
      plain(`00:00:01.000 --> 00:00:04.000\n${expected}`),
    );
  });

  it.each([
    [
      '',
      'Line 1: these are no subtitles. WebVTT begins with the word WEBVTT, SubRip with a number and a time.',
    ],
    ['WEBVTTX\n\n', 'Line 1: these are no subtitles'],
    ['WEBVTT', 'There are no subtitles in this file.'],
    ['WEBVTT\n\nNOTE nothing', 'There are no subtitles in this file.'],
    [`WEBVTT\n${CUE}`, 'Line 2: an empty line is required between WEBVTT and the first subtitle.'],
    ['WEBVTT\n\n00:00:01,000 --> 00:00:04,000\nDuck', 'Line 3: the time has a comma'],
    ['WEBVTT\n\n00:61.000 --> 02:00.000\nDuck', 'Line 3: the time is malformed.'],
    ['WEBVTT\n\n1 --> 2\nDuck', 'Line 3: the time is malformed.'],
    ['WEBVTT\n\n00:04.000 --> 00:01.000\nDuck', 'Line 3: this subtitle ends before it begins.'],
    ['WEBVTT\n\n00:04.000 --> 00:04.000\nDuck', 'Line 3: this subtitle ends before it begins.'],
    ['WEBVTT\n\nname\n00:01.000 --> 00:04.000\n\nDuck', 'Line 6: a subtitle must begin with its time'],
    ['WEBVTT\n\n00:01.000 --> 00:04.000\n ', 'There are no subtitles in this file.'],
    [`WEBVTT\n\n${CUE}\n\nDucks\nand more`, 'Line 6: a subtitle must begin with its time'],
    [
      `WEBVTT\n\n${CUE}\n00:05.000 --> 00:06.000\nout`,
      'Line 5: an empty line is required between two subtitles.',
    ],
    ['WEBVTT\n\n00:01.000 --> 00:04.000\nK\uFFFDse', 'Line 4: this line has unreadable characters.'],
    ['WEBVTT\n\n00:01.000 --> 00:04.000\na\u0000b', 'Line 4: this line has unreadable characters.'],
    ['WEBVTT\n\n00:01.000 --> 00:04.000\n\uD83E', 'Line 4: this line has unreadable characters.'],
  ])('normalizeWebVtt rejects %j: %s', (file, sentence) => {
    expect(() => normalizeWebVtt(file)).toThrow(sentence);
  });

  it('normalizeWebVtt takes time linear in the length of the file', () => {
    for (const piece of ['<', '<b', '-->', '\n', 'a ', '00:']) {
      const started = process.cpuUsage(); // of this process alone, unaffected by others
      const text = piece.repeat(Math.floor(490_000 / piece.length));
      for (const file of [
        `WEBVTT\n\n00:01.000 --> 00:04.000\n${text}`,
        `WEBVTT\n\n00:01.000 --> 00:04.000 ${text}\nDuck`,
      ])
        try {
          normalizeWebVtt(file);
        } catch {
          // a rejection is fine too
        }
      const { user, system } = process.cpuUsage(started);
      expect((user + system) / 1000).toBeLessThan(2000);
    }
  });
});
