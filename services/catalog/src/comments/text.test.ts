import { describe, expect, it } from 'vitest';

import { toCommentText, toNote } from './text.ts';

const count = (text: string) => [...new Intl.Segmenter('und').segment(text)].length;

describe('toCommentText', () => {
  it('a plain text stays as it is, with its line breaks', () => {
    const text = 'We clap when a duck comes home.\n\nIt took three mornings: “one”, 2, 3 …';
    expect(toCommentText(text)).toBe(text);
  });

  it('a text that looks like a page is kept as the text that it is', () => {
    const text = '<script>alert(1)</script> & {{7*7}} ${7*7} javascript:alert(1)';
    expect(toCommentText(text)).toBe(text);
  });

  it('up to 500 characters are accepted as readers count them, and not one more', () => {
    const family = '👨‍👩‍👧‍👦';
    expect(count(family.repeat(500))).toBe(500);
    expect(toCommentText(family.repeat(500))).toBe(family.repeat(500));
    expect(toCommentText(`  ${'a'.repeat(500)}  `)).toBe('a'.repeat(500));
    expect(() => toCommentText(family.repeat(501))).toThrow('1 to 500 characters');
    expect(() => toCommentText('a'.repeat(501))).toThrow('1 to 500 characters');
  });

  it.each([
    ['nothing', ''],
    ['spaces and line breaks', ' \n\t '],
    ['zero-width characters', '\u200B\u200C\u200D\u2060\uFEFF\u00AD\u180E'],
    ['fillers', '\u3164\u115F\u1160\uFFA0\u2800'],
    ['bidi controls', '\u202E\u2066\u2069\u200F\u061C'],
    ['combining marks', '\u0301'.repeat(500)],
    ['tags', '\u{E0041}\u{E0042}'],
  ])('a text of %s is refused as an empty one', (_, text) => {
    expect(() => toCommentText(text)).toThrow('1 to 500 characters');
  });

  it('bidi controls, zero-width characters and control characters are left out', () => {
    const controls = '\u202A\u202B\u202C\u202D\u202E\u2066\u2067\u2068\u2069\u200E\u200F\u061C';
    expect(toCommentText(`ab${controls}cd\u200B\uFEFF\u0000\u0007\u009F\u00ADe`)).toBe('abcde');
    expect(toCommentText('a\tb\r\nc\rd\u2028e')).toBe('a b\nc\nd\ne');
  });

  it('joiners stay where a script or an emoji needs them, and only there', () => {
    for (const text of ['می\u200Cخواهم', 'क्\u200Dष', '👩🏽\u200D🚒', '❤️\u200D🔥', '🏴󠁧󠁢󠁥󠁮󠁧󠁿', '1️⃣'])
      expect(toCommentText(text)).toBe(text.normalize('NFC'));
    expect(toCommentText('a\u200D\u200D b\u200D')).toBe('a b');
    expect(toCommentText('\u200Dab\uFE0F\u200Bc')).toBe('ab\uFE0Fc');
  });

  it('a letter has at most eight combining marks, and a line begins with none', () => {
    const text = toCommentText(`o${'\u0316\u0317'.repeat(250)} k\n\u0316x`);
    expect(text).toBe(`o${'\u0316\u0317'.repeat(4)} k\nx`);
    expect(toCommentText('e\u0301')).toBe('é');
    expect(toCommentText('ชื่อที่น้ำ')).toBe('ชื่อที่น้ำ'.normalize('NFC'));
  });

  it('one character that is as long as a line is refused', () => {
    expect(() => toCommentText('\u1100'.repeat(300))).toThrow('cannot be displayed');
    expect(() => toCommentText(`👩${'\u200D👩'.repeat(100)}`)).toThrow('cannot be displayed');
    expect(() => toCommentText('a\uD800b')).toThrow('cannot be displayed');
  });

  it('at most one line in a row is empty', () => {
    expect(toCommentText('\n\na  \n\n \n\n\nb\n')).toBe('a\n\nb');
  });
});

describe('toNote', () => {
  it('a note is on one line, and empty if it shows nothing', () => {
    expect(toNote(' It names\n\na\u202E child. ')).toBe('It names a child.');
    expect(toNote('\u200B \n')).toBe('');
  });
});
