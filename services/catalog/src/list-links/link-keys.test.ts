import { expect, test } from 'vitest';

import { makeCode } from '@larksong/service-kit/codes';
import { createLinkKeys, linkSecretsOf } from './link-keys.ts';

const [FIRST, SECOND, STREAMS] = ['a', 'b', 'c'].map((letter) => letter.repeat(40)) as [
  string,
  string,
  string,
];
const keysOf = (config: { LINK_SECRET?: string; PREVIOUS_LINK_SECRET?: string }) =>
  createLinkKeys(linkSecretsOf({ STREAM_COOKIE_SECRET: STREAMS, ...config }));

test('a code is found and shown with the secret that it was made with', () => {
  const keys = keysOf({ LINK_SECRET: FIRST });
  for (const kind of ['link', 'spoken'] as const) {
    const code = makeCode(kind);
    const stored = keys.store(code);
    expect(keys.hashesOf(code)).toContainEqual(stored.code_hash);
    expect(keys.open(kind, stored)).toEqual(code);
    expect(stored.code_sealed.includes(code.text)).toBe(false);
    expect(() => keys.open(kind === 'link' ? 'spoken' : 'link', stored)).toThrow('authenticate');
  }
});

test('with the secret before, a code is still found and shown, and otherwise not', () => {
  const code = makeCode('link');
  const stored = keysOf({ LINK_SECRET: FIRST }).store(code);
  const after = keysOf({ LINK_SECRET: SECOND, PREVIOUS_LINK_SECRET: FIRST });
  expect(after.hashesOf(code)).toContainEqual(stored.code_hash);
  expect(after.open('link', stored)).toEqual(code);
  expect(after.store(code).key_id).not.toBe(stored.key_id);
  const lost = keysOf({ LINK_SECRET: SECOND });
  expect(lost.hashesOf(code)).not.toContainEqual(stored.code_hash);
  expect(lost.open('link', stored)).toBeUndefined();
});

test('what was made without a secret for links is still found once there is one', () => {
  const code = makeCode('link');
  const stored = keysOf({}).store(code);
  expect(keysOf({ LINK_SECRET: FIRST }).open('link', stored)).toEqual(code);
});
