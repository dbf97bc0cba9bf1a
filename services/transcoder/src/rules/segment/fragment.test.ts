import { describe, expect, it } from 'vitest';

import { BoxError, listBoxes, readSegment, readSegmentHead, type Fragment } from './boxes.ts';
import { durationOf, firstPresentation, presentationTimes, retime, writeSegment } from './fragment.ts';

/** Four frames, displayed in the decode order 0 2 3 1; the last one has a guessed duration. */
const fragment: Fragment = {
  sequence: 7,
  trackId: 1,
  decodeTime: 1000,
  samples: [
    { duration: 100, sizeBytes: 3, flags: 0x02_00_00_00, compositionOffset: 0 },
    { duration: 100, sizeBytes: 2, flags: 0x01_01_00_00, compositionOffset: 200 },
    { duration: 100, sizeBytes: 1, flags: 0x01_01_00_00, compositionOffset: -100 },
    { duration: 37, sizeBytes: 1, flags: 0x01_01_00_00, compositionOffset: -100 },
  ],
  data: Uint8Array.of(1, 2, 3, 4, 5, 6, 7),
};

describe('segments', () => {
  it('a written segment is read back unchanged', () => {
    const bytes = writeSegment(fragment);
    expect(listBoxes(bytes).map((box) => box.type)).toEqual(['styp', 'moof', 'mdat']);
    const { data, ...head } = readSegment(bytes);
    expect(head).toEqual({ ...fragment, data: undefined });
    expect([...data]).toEqual([...fragment.data]);
  });

  it('the data offset of a segment points at the first byte of its data', () => {
    const bytes = writeSegment(fragment);
    const [, moof, mdat] = listBoxes(bytes);
    const run = Buffer.from(bytes).indexOf('trun');
    expect(Buffer.from(bytes).readInt32BE(run + 12)).toBe((mdat?.content ?? 0) - (moof?.start ?? 0));
  });

  it('the times of a segment are readable from its first bytes', () => {
    const bytes = writeSegment(fragment);
    expect(readSegmentHead(bytes.subarray(0, bytes.length - 5)).decodeTime).toBe(1000);
    expect(() => readSegmentHead(bytes.subarray(0, 60))).toThrow(BoxError);
  });

  it('boxes with invalid sizes are rejected', () => {
    const bytes = Buffer.from(writeSegment(fragment));
    bytes.writeUInt32BE(bytes.length * 2, 0);
    expect(() => readSegment(bytes)).toThrow(BoxError);
    const lying = Buffer.from(writeSegment({ ...fragment, data: Uint8Array.of(1) }));
    expect(() => readSegment(lying)).toThrow(/7 bytes of samples, but 1 of data/);
  });
});

describe('retime', () => {
  it('retime keeps presentation times and ends exactly at the given tick', () => {
    const timed = retime(fragment, 1450);
    expect(presentationTimes(timed)).toEqual(presentationTimes(fragment));
    expect(timed.decodeTime).toBe(firstPresentation(fragment));
    expect(timed.decodeTime + durationOf(timed)).toBe(1450);
    expect(timed.samples.map((sample) => sample.duration)).toEqual([100, 100, 100, 150]);
  });

  it('retime rejects an end before the last frame, and two frames at the same time', () => {
    expect(() => retime(fragment, 1300)).toThrow(BoxError);
    const double = {
      ...fragment,
      samples: fragment.samples.map((s) => ({ ...s, compositionOffset: 0, duration: 0 })),
    };
    expect(() => retime(double, 2000)).toThrow(/two frames/);
  });
});
