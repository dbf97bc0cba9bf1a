import { expect, it } from 'vitest';

import { isBlank } from './text.ts';

it.each([
  '',
  '  \t\n',
  '\u00A0',
  '\u200B\u2060',
  '\u00AD',
  '\uFEFF',
  '\u3164',
  '\u2800',
  '\u{E0020}',
  '\u200F ',
])('isBlank returns true for %j', (text) => {
  expect(isBlank(text)).toBe(true);
});

it.each(['a', ' \u200Bä', '💥', '👨‍👩‍👧', '.', 'ا'])('isBlank returns false for %j', (text) => {
  expect(isBlank(text)).toBe(false);
});
