import { expect, test } from 'vitest';

import { makeCode, readCode, writeCode } from './codes.ts';

test('codes are read again as they are written, and differ', () => {
  for (const [kind, pattern] of [
    ['link', /^[0-9a-hjkmnp-tv-z]{4}(-[0-9a-hjkmnp-tv-z]{4}){3}$/],
    ['spoken', /^[2-9CDFGHJKMNPQRTWXY]{3} [2-9CDFGHJKMNPQRTWXY]{3}$/],
  ] as const) {
    const codes = Array.from({ length: 200 }, () => makeCode(kind));
    for (const code of codes) {
      expect(writeCode(code)).toMatch(pattern);
      expect(readCode(writeCode(code))).toEqual(code);
    }
    expect(new Set(codes.map(({ text }) => text)).size).toBe(200);
  }
});

test.each([
  'k7m4-qx2p-93hd-vt6w',
  ' K7M4 QX2P 93HD VT6W ',
  'K7M4–QX2P—93HD_VT6W.',
  'https://songs.example/s/k7m4-qx2p-93hd-vt6w',
  'https://songs.example/s/K7M4QX2P93HDVT6W?from=mail#top',
  'https://songs.example/nest#k7m4-qx2p-93hd-vt6w',
  'songs.example/S/k7m4-qx2p-93hd-vt6w/',
  'ｋ７ｍ４ｑｘ２ｐ９３ｈｄｖｔ６ｗ',
  'к7м4-qх2р-93нd-vт6w', // typed with a Cyrillic keyboard where it has the letter
  'k٧m٤-qx٢p-۹۳hd-vt६w',
])('%j is read as the code of a link', (typed) => {
  expect(readCode(typed)).toEqual({ kind: 'link', text: 'k7m4qx2p93hdvt6w' });
});

test('characters that a code does not have are read as those that look like them', () => {
  expect(readCode('OIL0-ilo1-uuuu-ıİıI')?.text).toBe('01101101vvvv1111');
  expect(readCode('zsb 258')).toEqual({ kind: 'spoken', text: '258258' });
});

test.each([
  ['K7M 4QP', 'k7m4qp'],
  ['k7m4qp', 'k7m4qp'],
  ['k-7-m-4-q-p', 'k7m4qp'],
  ['К7М 4QР', 'k7m4qp'],
  ['K٧M ٤QP', 'k7m4qp'],
])('%j is read as a code from the board', (typed, text) => {
  expect(readCode(typed)).toEqual({ kind: 'spoken', text });
});

test.each([
  '',
  '   ',
  'k7m4q',
  'k7m4qpp',
  'k7m4-qx2p-93hd-vt6',
  'k7m4-qx2p-93hd-vt6w7',
  'a7m4qp',
  '🎵🎵🎵🎵🎵🎵',
  '/s/',
])('%j is no code', (typed) => {
  expect(readCode(typed)).toBeUndefined();
});
