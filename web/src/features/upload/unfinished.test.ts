import { beforeEach, expect, test } from 'vitest';

import { findUnfinished, forgetUnfinished, rememberUnfinished } from './unfinished.ts';

const file = { name: 'film.mp4', size: 40_000_000, lastModified: 5 };

beforeEach(() => localStorage.clear());

test('an unfinished upload is recognised by its file alone', () => {
  rememberUnfinished(file, 'one');
  expect(findUnfinished({ ...file })).toBe('one');
  for (const other of [{ name: 'other.mp4' }, { size: 1 }, { lastModified: 6 }])
    expect(findUnfinished({ ...file, ...other })).toBeUndefined();
});

test('a later upload of the same file replaces the earlier one', () => {
  rememberUnfinished(file, 'one');
  rememberUnfinished(file, 'two');
  expect(findUnfinished(file)).toBe('two');
  forgetUnfinished(file);
  expect(findUnfinished(file)).toBeUndefined();
});

test('only the last few unfinished uploads are kept', () => {
  for (let size = 1; size <= 7; size += 1) rememberUnfinished({ ...file, size }, `upload ${size}`);
  expect(findUnfinished({ ...file, size: 2 })).toBeUndefined();
  expect(findUnfinished({ ...file, size: 3 })).toBe('upload 3');
});

test('malformed notes of unfinished uploads are ignored', () => {
  localStorage.setItem('upload.unfinished', '[{"uploadId":1},null,"x"]');
  expect(findUnfinished(file)).toBeUndefined();
  localStorage.setItem('upload.unfinished', '{');
  expect(findUnfinished(file)).toBeUndefined();
});
