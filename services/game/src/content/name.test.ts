import { describe, expect, test } from 'vitest';

import { isFileName, NAME_SENTENCES, toName } from './name.ts';

describe('a name', () => {
  test.each([
    ['apple', 'apple'],
    ['  ice cream ', 'ice cream'],
    ['e\u0301lan', 'élan'],
    ["rock 'n' roll", "rock 'n' roll"],
    ['яблоко', 'яблоко'],
    ['تفاحة', 'تفاحة'],
    ['क्षेत्र', 'क्षेत्र'],
    ['りんご', 'りんご'],
    ['🍎 apple', '🍎 apple'],
    ['👩‍👧', '👩‍👧'],
    ['a.b', 'a.b'],
    ['#1 & more', '#1 & more'],
    ['a\u200bb', 'ab'],
    ['a\u00adb', 'ab'],
    ['a\u200fb', 'ab'],
    ['a  b', 'a b'],
    ['a\u00a0b', 'a b'],
    ['a \u200b b\u200b ', 'a b'],
    ['می\u200cخواهم', 'می\u200cخواهم'],
    ['❤️', '❤️'],
    ['contact', 'contact'],
    ['com port', 'com port'],
    ['x'.repeat(60), 'x'.repeat(60)],
    ['𐐀'.repeat(60), '𐐀'.repeat(60)],
  ])('the name %j is stored as %j', (given, kept) => {
    expect(toName(given)).toEqual({ name: kept });
    expect(isFileName(kept)).toBe(true);
    expect(Buffer.byteLength(`${kept}.png`)).toBeLessThanOrEqual(255);
  });

  test.each([
    ['', NAME_SENTENCES.missing],
    [' \n\t ', NAME_SENTENCES.missing],
    ['x'.repeat(61), NAME_SENTENCES.tooLong],
    ['\u200b', NAME_SENTENCES.missing],
    ['\u2060', NAME_SENTENCES.missing],
    ['\u3164 \u00ad', NAME_SENTENCES.missing],
    ...['con', 'NUL', 'CON.txt', 'aux ', 'Com1', 'LPT¹', 'nul .a.b', 'c\u200bon'].map((name) => [
      name,
      NAME_SENTENCES.device,
    ]),
    ['a\nb', NAME_SENTENCES.invisible],
    ['a\0b', NAME_SENTENCES.invisible],
    ['a\u202eb', NAME_SENTENCES.invisible],
    ['a\u2028b', NAME_SENTENCES.invisible],
    ['a\ud800', NAME_SENTENCES.invisible],
    ...Array.from('/\\:*?"<>|%', (sign) => [`a${sign}b`, NAME_SENTENCES.sign]),
    ['.', NAME_SENTENCES.dot],
    ['..', NAME_SENTENCES.dot],
    ['...', NAME_SENTENCES.dot],
    ['.hidden', NAME_SENTENCES.dot],
    ['end.', NAME_SENTENCES.dot],
    ['../up', NAME_SENTENCES.sign],
  ])('the name %j is refused: %s', (given, problem) => {
    expect(toName(given)).toEqual({ problem });
  });

  test('a name that was stored under older rules still names a file', () => {
    for (const text of ['a\u200bb', 'a  b', 'con', '\u2060']) expect(isFileName(text)).toBe(true);
  });

  test('a name that is not trimmed and composed does not name a file', () => {
    for (const text of [' a', 'a ', 'e\u0301', '']) expect(isFileName(text)).toBe(false);
  });
});
