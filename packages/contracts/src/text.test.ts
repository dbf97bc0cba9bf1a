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
])('nothing of %j can be seen', (text) => {
  expect(isBlank(text)).toBe(true);
});

it.each(['a', ' \u200Bä', '💥', '👨‍👩‍👧', '.', 'ا'])('something of %j can be seen', (text) => {
  expect(isBlank(text)).toBe(false);
});
