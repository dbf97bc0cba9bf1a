import { expect, it } from 'vitest';

import { isBlank, linkedVideo, trimLinked } from './text.ts';

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

const ID = '01a22477-e624-75f7-a4a7-24069ef7fbc6';

it.each(['%20', '.', ',', ')', '%0A', '%E2%80%8B', '%E2%80%9D', '%3E', '*', '_', '!%20', '...', '%EF%BC%8C'])(
  'a link with %s after the id of a video names the video',
  (mark) => {
    expect(linkedVideo(new URLSearchParams(`?v=${ID}${mark}`))).toBe(ID);
    expect(linkedVideo(new URLSearchParams(`?t=5&v=%20(${ID}${mark}%20`))).toBe(ID);
  },
);

it('what is inside an id or a token stays, and a missing one is empty', () => {
  expect(linkedVideo(new URLSearchParams('?v=a%20b.'))).toBe('a b');
  expect(linkedVideo(new URLSearchParams(`?v=../${ID}`))).toBe(`../${ID}`); // no link was written so
  expect(linkedVideo(new URLSearchParams('?t=5'))).toBe('');
  expect(trimLinked('-a_B-.')).toBe('-a_B-');
  expect(trimLinked(null)).toBe('');
});
