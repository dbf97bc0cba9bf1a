import { describe, expect, test } from 'vitest';

import { isName, NAME_SENTENCES, toName } from './name.ts';

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
    ['x'.repeat(60), 'x'.repeat(60)],
    ['𐐀'.repeat(60), '𐐀'.repeat(60)],
  ])('%j is kept as %j', (given, kept) => {
    expect(toName(given)).toEqual({ name: kept });
    expect(isName(kept)).toBe(true);
    expect(Buffer.byteLength(`${kept}.png`)).toBeLessThanOrEqual(255);
  });

  test.each([
    ['', NAME_SENTENCES.missing],
    [' \n\t ', NAME_SENTENCES.missing],
    ['x'.repeat(61), NAME_SENTENCES.tooLong],
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
  ])('%j is none: %s', (given, problem) => {
    expect(toName(given)).toEqual({ problem });
  });

  test('that is not as it would be kept does not name a file', () => {
    for (const text of [' a', 'a ', 'e\u0301', '']) expect(isName(text)).toBe(false);
  });
});
