import { expect, it } from 'vitest';

import { isLongerThan, toPlainText } from './plain-text.ts';

it.each([
  ['  too loud \r\n\r\n\r\n\r\nat 1:20 ', 'too loud\n\nat 1:20'],
  ['a\u202Eb\u2066c\u200Bd\u0000e\uFEFF', 'abcde'],
  ['👩‍👩‍👧 می‌خواهم', '👩‍👩‍👧 می‌خواهم'],
  [`Z${'\u0335'.repeat(500)}o`, `Z${'\u0335'.repeat(8)}o`],
  ['\u200B\u200D\u2060', ''],
])('a text keeps its words, and nothing that others would stumble over: %j', (text, expected) => {
  // A space before a line break does not show.
  expect(toPlainText(text).replaceAll(' \n', '\n')).toBe(expected);
});

it('a family of emoji and a letter with marks count as one character each', () => {
  expect(isLongerThan('👩‍👩‍👧é'.repeat(150), 300)).toBe(false);
  expect(isLongerThan(`${'👩‍👩‍👧é'.repeat(150)}!`, 300)).toBe(true);
});
