import { catalog } from '@larksong/contracts';
import { describe, expect, it } from 'vitest';

import { planChunks } from './chunks.ts';

const lengths = (durationSeconds: number, seekable = true) =>
  planChunks({ durationSeconds, seekable }).map((chunk) => chunk.segmentCount);

describe('planChunks', () => {
  it('planChunks begins with one segment and divides the rest among workers', () => {
    expect(lengths(60)).toEqual([1, 7, 7]);
    expect(lengths(120)).toEqual([1, 6, 6, 5, 6, 6]);
    expect(lengths(20)).toEqual([1, 2, 2]);
  });

  it('planChunks keeps short sources and sources without exact seeking in one chunk', () => {
    expect(lengths(10)).toEqual([3]);
    expect(lengths(0.04)).toEqual([1]);
    expect(lengths(600, false)).toEqual([150]);
  });

  it('planChunks covers every length with whole segments, without gaps and overlaps', () => {
    for (let tenths = 1; tenths < 4000; tenths += 7) {
      const durationSeconds = tenths / 10;
      const chunks = planChunks({ durationSeconds, seekable: true });
      let segment = 0;
      for (const chunk of chunks) {
        expect(chunk.firstSegment).toBe(segment);
        expect(chunk.startSeconds).toBe(segment * 4);
        segment += chunk.segmentCount;
      }
      expect(segment).toBe(catalog.countSegments(durationSeconds));
      expect(chunks.at(-1)?.endSeconds).toBeCloseTo(durationSeconds, 6);
    }
  });
});
