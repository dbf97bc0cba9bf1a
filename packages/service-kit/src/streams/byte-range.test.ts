import { describe, expect, it } from 'vitest';

import { parseRange } from './byte-range.ts';

describe('parseRange', () => {
  it.each([
    [undefined, undefined],
    ['bytes=0-', { start: 0, end: 99 }],
    ['bytes=10-19', { start: 10, end: 19 }],
    ['bytes=90-1000', { start: 90, end: 99 }],
    ['bytes=-10', { start: 90, end: 99 }],
    ['bytes=-1000', { start: 0, end: 99 }],
    ['bytes=20-10', undefined],
    ['bytes=0-1,5-6', undefined],
    ['bytes=-', undefined],
    ['items=0-1', undefined],
  ])('parseRange understands the header %j of a file of 100 bytes', (header, range) => {
    expect(parseRange(header, 100)).toEqual(range);
  });

  it.each(['bytes=100-', 'bytes=-0'])('parseRange throws RANGE_NOT_SATISFIABLE for %s', (header) => {
    expect(() => parseRange(header, 100)).toThrowError(
      expect.objectContaining({ code: 'RANGE_NOT_SATISFIABLE' }),
    );
  });
});
