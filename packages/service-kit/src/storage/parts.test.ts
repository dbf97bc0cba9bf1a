import { describe, expect, test } from 'vitest';

import { checkPart, clampRange, orderParts } from './parts.ts';
import { PART_BYTES } from './types.ts';

const part = (partNumber: number, sizeBytes = PART_BYTES) => ({
  partNumber,
  sizeBytes,
  etag: `e${partNumber}`,
});
const refused = expect.objectContaining({ code: 'VALIDATION_FAILED' });
const outside = expect.objectContaining({ code: 'RANGE_NOT_SATISFIABLE' });

describe('parts of an upload', () => {
  test('orderParts sorts parts, of which the last may be short or empty', () => {
    const parts = [part(3, 0), part(1), part(2)];
    expect(orderParts(parts).map((each) => each.partNumber)).toEqual([1, 2, 3]);
  });

  test.each([
    { what: 'no part at all', parts: [] },
    { what: 'a gap', parts: [part(1), part(3)] },
    { what: 'no first part', parts: [part(2)] },
    { what: 'a part twice', parts: [part(1), part(1)] },
    { what: 'a short part in the middle', parts: [part(1), part(2, 5), part(3)] },
  ])('orderParts rejects $what', ({ parts }) => {
    expect(() => orderParts(parts)).toThrow(refused);
  });

  test.each([
    [0, 1],
    [-1, 1],
    [1.5, 1],
    [10_001, 1],
    [Number.NaN, 1],
    [1, PART_BYTES + 1],
  ])('checkPart rejects part %d with %d bytes', (partNumber, sizeBytes) => {
    expect(() => checkPart(partNumber, sizeBytes)).toThrow(refused);
  });
});

describe('ranges', () => {
  test('clampRange cuts a range at the end of the object', () => {
    expect(clampRange({ start: 2, end: 99 }, 10)).toEqual({ start: 2, end: 9 });
    expect(clampRange({ start: 0, end: Infinity }, 10)).toEqual({ start: 0, end: 9 });
    expect(clampRange({ start: 9, end: 9 }, 10)).toEqual({ start: 9, end: 9 });
  });

  test.each([
    [{ start: 10, end: 11 }, 10],
    [{ start: 0, end: 0 }, 0],
    [{ start: 5, end: 4 }, 10],
    [{ start: -1, end: 4 }, 10],
    [{ start: Number.NaN, end: 4 }, 10],
    [{ start: 0, end: Number.NaN }, 10],
  ])('clampRange rejects the range %o of %d bytes', (range, sizeBytes) => {
    expect(() => clampRange(range, sizeBytes)).toThrow(outside);
  });
});
