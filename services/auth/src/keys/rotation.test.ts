import { expect, test } from 'vitest';

import { selectKeys } from './rotation.ts';

const key = (id: string, activeForSeconds: number) => ({
  id,
  activeForSeconds,
  publicJwk: { kid: id },
  sealedPrivateJwk: Buffer.alloc(0),
});
const select = (...keys: ReturnType<typeof key>[]) => {
  const { signing, published, retired } = selectKeys(keys, 600);
  const ids = (list: { id: string }[]) => list.map(({ id }) => id).join(' ');
  return { signing: signing.id, published: ids(published), retired: ids(retired) };
};

test('a single signing key signs and is published', () => {
  expect(select(key('a', 0))).toEqual({ signing: 'a', published: 'a', retired: '' });
});

test('a new key is published before it signs', () => {
  expect(select(key('b', -10), key('a', 9000))).toEqual({ signing: 'a', published: 'a b', retired: '' });
});

test('an old key is published until the last token that it signed has expired', () => {
  expect(select(key('a', 9000), key('b', 0))).toEqual({ signing: 'b', published: 'a b', retired: '' });
  expect(select(key('a', 9000), key('b', 659))).toMatchObject({ signing: 'b', published: 'a b' });
  expect(select(key('a', 9000), key('b', 661))).toEqual({ signing: 'b', published: 'b', retired: 'a' });
});

test('only keys of unexpired tokens and future keys are published', () => {
  const keys = [key('c', 100), key('a', 90_000), key('d', -50), key('b', 3000)];
  expect(select(...keys)).toEqual({ signing: 'c', published: 'b c d', retired: 'a' });
});

test('selectKeys throws without an active key', () => {
  expect(() => select(key('a', -1))).toThrow(/No signing key is active/);
});
