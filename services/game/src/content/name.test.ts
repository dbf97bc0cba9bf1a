import { describe, expect, test } from 'vitest';

import { isFileName, NAME_PROBLEMS, toName } from './name.ts';

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
    ['', NAME_PROBLEMS.missing.message],
    [' \n\t ', NAME_PROBLEMS.missing.message],
    ['x'.repeat(61), NAME_PROBLEMS.tooLong.message],
    ['\u200b', NAME_PROBLEMS.missing.message],
    ['\u2060', NAME_PROBLEMS.missing.message],
    ['\u3164 \u00ad', NAME_PROBLEMS.missing.message],
    ...['con', 'NUL', 'CON.txt', 'aux ', 'Com1', 'LPT¹', 'nul .a.b', 'c\u200bon'].map((name) => [
      name,
      NAME_PROBLEMS.device.message,
    ]),
    ['a\nb', NAME_PROBLEMS.invisible.message],
    ['a\0b', NAME_PROBLEMS.invisible.message],
    ['a\u202eb', NAME_PROBLEMS.invisible.message],
    ['a\u2028b', NAME_PROBLEMS.invisible.message],
    ['a\ud800', NAME_PROBLEMS.invisible.message],
    ...Array.from('/\\:*?"<>|%', (sign) => [`a${sign}b`, NAME_PROBLEMS.sign.message]),
    ['.', NAME_PROBLEMS.dot.message],
    ['..', NAME_PROBLEMS.dot.message],
    ['...', NAME_PROBLEMS.dot.message],
    ['.hidden', NAME_PROBLEMS.dot.message],
    ['end.', NAME_PROBLEMS.dot.message],
    ['../up', NAME_PROBLEMS.sign.message],
  ])('the name %j is refused: %s', (given, message) => {
    expect(toName(given)).toMatchObject({ problem: { message } });
  });

  test('a name that was stored under older rules still names a file', () => {
    for (const text of ['a\u200bb', 'a  b', 'con', '\u2060']) expect(isFileName(text)).toBe(true);
  });

  test('a name that is not trimmed and composed does not name a file', () => {
    for (const text of [' a', 'a ', 'e\u0301', '']) expect(isFileName(text)).toBe(false);
  });
});
