import { expect, it } from 'vitest';

import { listCharacters, toPlainText } from './plain-text.ts';

it.each([
  ['  too loud \r\n\r\n\r\n\r\nat 1:20 ', 'too loud\n\nat 1:20'],
  ['a\u202Eb\u2066c\u200Bd\u0000e\uFEFF', 'abcde'],
  ['👩‍👩‍👧 می‌خواهم', '👩‍👩‍👧 می‌خواهم'],
  [`Z${'\u0335'.repeat(500)}o`, `Z${'\u0335'.repeat(8)}o`],
  ['\u200B\u200D\u2060', ''],
])('a text keeps its words, and nothing that others would stumble over: %j', (text, expected) => {
  expect(toPlainText(text)).toBe(expected);
});

it('a family of emoji and a letter with marks count as one character each', () => {
  expect(listCharacters('👩‍👩‍👧é'.repeat(150))).toHaveLength(300);
});
