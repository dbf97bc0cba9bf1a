import { describe, expect, test } from 'vitest';

import { checkFolderPrefix, checkKey, checkPrefix, isKey } from './keys.ts';

const refused = expect.objectContaining({ code: 'VALIDATION_FAILED' });

describe('object keys', () => {
  test.each([
    'a',
    'videos/0199/source',
    'videos/a/1/720p/t-1/00001.m4s',
    'A_b-c.D/e',
    '1/2',
    'v1',
    'true/1',
    'x'.repeat(255),
  ])('%s is a valid key', (key) => {
    expect(isKey(key)).toBe(true);
    expect(() => checkKey(key)).not.toThrow();
  });

  test.each([
    '',
    '/',
    '/a',
    'a/',
    'a//b',
    '.',
    '..',
    '../a',
    'a/../b',
    'a/..',
    'a..b',
    './a',
    'a/.hidden',
    '.uploads/x',
    'a b',
    'a\\b',
    'a\0b',
    'a\n',
    'ä',
    'a%2fb',
    'C:/a',
    'x'.repeat(256),
    '007',
    '1e3',
    '12.50',
    '0x1f',
    'true',
    'false',
    'x/'.repeat(600) + 'x',
  ])('%j is rejected as a key', (key) => {
    expect(isKey(key)).toBe(false);
    expect(() => checkKey(key)).toThrow(refused);
  });
});

describe('prefixes', () => {
  test.each(['', 'videos', 'videos/', 'videos/12'])('the prefix %j can be listed', (prefix) => {
    expect(() => checkPrefix(prefix)).not.toThrow();
  });

  test.each(['/', '//', 'a//', '../', '.uploads/', 'a b/'])('%j is rejected as a prefix', (prefix) => {
    expect(() => checkPrefix(prefix)).toThrow(refused);
    expect(() => checkFolderPrefix(prefix)).toThrow(refused);
  });

  test.each(['', 'videos', 'videos/1'])(
    'the prefix %j cannot be deleted, since it does not end with a slash',
    (prefix) => {
      expect(() => checkFolderPrefix(prefix)).toThrow(refused);
    },
  );
});
