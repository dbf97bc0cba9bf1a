import { describe, expect, it } from 'vitest';

import { decodeCursor, encodeCursor } from './cursor.ts';

const id = '0198f3c2-7a1e-7d40-b1c9-5e2f6a90d8e1';

describe('a cursor', () => {
  it.each(['0', '1767225600000', '999999999999999'])(
    'a cursor with the moment %s survives a round trip',
    (value) => {
      expect(decodeCursor(encodeCursor({ value, id }), 'moment')).toEqual({ value, id });
    },
  );

  it.each(['0', '2147483647'])('a cursor with the count %s survives a round trip', (value) => {
    expect(decodeCursor(encodeCursor({ value, id }), 'count')).toEqual({ value, id });
  });

  it('a missing cursor decodes to null', () => {
    expect(decodeCursor(undefined, 'count')).toBeNull();
  });

  it.each([
    ['count', encodeCursor({ value: '2147483648', id })],
    ['moment', encodeCursor({ value: '1000000000000000', id })],
    ['moment', encodeCursor({ value: '-1', id })],
    ['moment', encodeCursor({ value: '1.5', id })],
    ['moment', encodeCursor({ value: '1', id: `${id}0` })],
    ['moment', encodeCursor({ value: '1', id: '-'.repeat(36) })],
    ['moment', Buffer.from(JSON.stringify(['1', id, 'more'])).toString('base64url')],
    ['moment', Buffer.from(JSON.stringify([1, id])).toString('base64url')],
    ['moment', 'x'],
    ['moment', ''],
  ] as const)('of a list by %s is not %j', (sortedBy, text) => {
    expect(() => decodeCursor(text, sortedBy)).toThrow('cursor is invalid. Please load the list again.');
  });
});
