import { PART_BYTES } from '@larksong/service-kit/storage';
import { describe, expect, it } from 'vitest';

import { countParts, largestPartedUpload, listWholeParts, partSizeBytes } from './parts.ts';

describe('the parts of an upload', () => {
  it.each([
    [1, [1]],
    [PART_BYTES - 1, [PART_BYTES - 1]],
    [PART_BYTES, [PART_BYTES]],
    [PART_BYTES + 1, [PART_BYTES, 1]],
    [2 * PART_BYTES, [PART_BYTES, PART_BYTES]],
    [2 * PART_BYTES + 5, [PART_BYTES, PART_BYTES, 5]],
  ])('an upload of %d bytes has parts of %j bytes', (sizeBytes, expected) => {
    const count = countParts(sizeBytes);
    const sizes = Array.from({ length: count }, (_, index) => partSizeBytes(sizeBytes, index + 1));
    expect(sizes).toEqual(expected);
    for (const number of [0, count + 1, 1.5])
      expect(() => partSizeBytes(sizeBytes, number)).toThrow(`numbered from 1 to ${count}`);
  });

  it('an upload has at most ten thousand parts', () => {
    expect(countParts(largestPartedUpload(Number.MAX_SAFE_INTEGER))).toBe(10_000);
    expect(largestPartedUpload(5)).toBe(5);
  });

  it('parts count as stored if they are whole', () => {
    const stored = [
      { partNumber: 2, sizeBytes: 5 },
      { partNumber: 1, sizeBytes: PART_BYTES - 1 },
      { partNumber: 3, sizeBytes: 5 },
    ];
    expect(listWholeParts(PART_BYTES + 5, stored)).toEqual([2]);
  });
});
