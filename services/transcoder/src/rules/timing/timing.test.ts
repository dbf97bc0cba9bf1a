import { describe, expect, it } from 'vitest';

import type { Packet } from './packets.ts';
import { collectSpan } from './span.ts';
import {
  areDistinct,
  findConstantRate,
  firstWholeFrame,
  isExactSeek,
  lastPictureSeconds,
  longestPause,
  meanRate,
  rateCandidates,
  statedLength,
  usableRate,
  usualRate,
} from './timing.ts';

const NTSC = { numerator: 30_000, denominator: 1001 };

/** Times at a rate, rounded to milliseconds as some containers do. */
function times(rate: { numerator: number; denominator: number }, from: number, count: number): number[] {
  return Array.from(
    { length: count },
    (_, i) => Math.round((((from + i) * rate.denominator) / rate.numerator) * 1000) / 1000,
  );
}

describe('findConstantRate', () => {
  it('findConstantRate finds the rate behind rounded times, far into a film', () => {
    const runs = [times(NTSC, 0, 90), times(NTSC, 100_000, 90)];
    expect(findConstantRate(runs, 0, [{ numerator: 30, denominator: 1 }, NTSC])).toEqual(NTSC);
  });

  it('findConstantRate tolerates a dropped frame, but neither drift nor a duplicated frame', () => {
    const dropped = times(NTSC, 0, 90).filter((_, i) => i !== 40);
    expect(findConstantRate([dropped], 0, [NTSC])).toEqual(NTSC);
    const drifting = times({ numerator: 2990, denominator: 100 }, 0, 900);
    expect(findConstantRate([drifting], 0, [NTSC, { numerator: 30, denominator: 1 }])).toBeUndefined();
    expect(findConstantRate([[0, 0.001, 0.033]], 0, [NTSC])).toBeUndefined();
  });

  it('findConstantRate returns undefined for irregular frames', () => {
    const wild = Array.from({ length: 90 }, (_, i) => i * 0.04 + (i % 7) * 0.009);
    expect(findConstantRate([wild], 0, rateCandidates([meanRate(wild), NTSC]))).toBeUndefined();
  });
});

describe('rates', () => {
  it('usableRate repeats slow rates and caps absurd ones', () => {
    expect(usableRate(undefined)).toEqual({ numerator: 25, denominator: 1 });
    expect(usableRate({ numerator: 1, denominator: 1 })).toEqual({ numerator: 5, denominator: 1 });
    expect(usableRate({ numerator: 90_000, denominator: 1 })).toEqual({ numerator: 60, denominator: 1 });
    expect(meanRate([0, 0.0334, 0.0667])).toEqual(NTSC);
    expect(meanRate([1])).toBeUndefined();
  });

  it('the usual rate of pictures shown for seconds puts each of them on the grid', () => {
    for (const seconds of [1.5, 3, 8, 16, 60]) {
      const { numerator, denominator } = usableRate(usualRate([0, seconds, 2 * seconds]));
      const frames = (seconds * numerator) / denominator;
      expect(frames).toBeCloseTo(Math.round(frames), 6);
    }
  });

  it('usualRate is that of most frames, whatever the pauses', () => {
    expect(usualRate([0, 0.04, 0.08, 3, 3.04, 3.08, 9])).toEqual({ numerator: 25, denominator: 1 });
    const slowing = [...times(NTSC, 0, 40), ...times({ numerator: 10, denominator: 1 }, 20, 30)];
    expect(usualRate(slowing)).toEqual(NTSC);
    expect(usualRate([1])).toBeUndefined();
    expect(usualRate([1, 1])).toBeUndefined();
  });

  it('statedLength does not count the time before the first frame', () => {
    expect(statedLength(102, 100)).toBe(2);
    expect(statedLength(2, 100)).toBe(2);
    expect(statedLength(2, 0)).toBe(2);
    expect(statedLength(2, -0.02)).toBe(2);
  });

  it('longestPause and areDistinct measure the distances between frames', () => {
    expect(longestPause([0, 1, 4, 5])).toBe(3);
    expect(areDistinct([0, 0.1, 0.2])).toBe(true);
    expect(areDistinct([0, 0.1, 0.1])).toBe(false);
  });
});

describe('lastPictureSeconds', () => {
  const rate = (numerator: number, denominator = 1) => ({ numerator, denominator });
  const quick = { lastSeconds: 2, usual: rate(25), planned: rate(25) };
  const slow = { lastSeconds: 45, usual: rate(1, 15), planned: rate(5) };

  it('the last picture is shown as long as its packet says, but not past the end of the file', () => {
    expect(lastPictureSeconds({ ...quick, ownSeconds: 8, statedEndSeconds: 10 })).toBe(8);
    expect(lastPictureSeconds({ ...quick, ownSeconds: 8, statedEndSeconds: undefined })).toBe(8);
    expect(lastPictureSeconds({ ...quick, ownSeconds: 90_000, statedEndSeconds: 2.04 })).toBeCloseTo(0.29);
    expect(lastPictureSeconds({ ...quick, ownSeconds: 90_000, statedEndSeconds: undefined })).toBe(60);
    expect(lastPictureSeconds({ ...slow, ownSeconds: 15, statedEndSeconds: 60 })).toBe(15);
  });

  it('a packet without a duration lasts until the end of the file if that follows as other pictures do', () => {
    expect(lastPictureSeconds({ ...slow, ownSeconds: undefined, statedEndSeconds: 60 })).toBe(15);
    expect(lastPictureSeconds({ ...slow, ownSeconds: undefined, statedEndSeconds: 90 })).toBe(0.2);
    expect(lastPictureSeconds({ ...quick, ownSeconds: undefined, statedEndSeconds: 10 })).toBe(0.04);
  });

  it('small differences are those of the container', () => {
    expect(lastPictureSeconds({ ...quick, ownSeconds: 0.2, statedEndSeconds: 2.2 })).toBe(0.04);
  });
});

const packet = (time: number, isKey = false): Packet => ({
  streamIndex: 0,
  time,
  decodeTime: time,
  duration: 0.04,
  isKey,
  isGuess: false,
  isDiscarded: false,
});

const span = (...packets: Packet[]) => {
  const collected = collectSpan({ video: 0 });
  for (const one of packets) collected.add(one);
  return collected.close();
};

describe('isExactSeek', () => {
  it('isExactSeek requires a key frame at or before the wanted time, and increasing decode times', () => {
    expect(isExactSeek(span(packet(8, true), packet(8.04)), 9)).toBe(true);
    expect(isExactSeek(span(packet(8), packet(8.04)), 9)).toBe(false);
    expect(isExactSeek(span(packet(9.5, true)), 9)).toBe(false);
    expect(isExactSeek(span(packet(8, true), packet(7.9)), 9)).toBe(false);
    expect(isExactSeek(span(packet(0, true)), 3000)).toBe(false);
    expect(isExactSeek(span(), 9)).toBe(false);
  });
});

it('firstWholeFrame returns the first key frame of a recording that does not begin with it', () => {
  expect(firstWholeFrame(span(packet(8), packet(8.04), packet(8.08, true), packet(9, true)))).toBe(8.08);
  expect(firstWholeFrame(span(packet(8, true), packet(8.04)))).toBeUndefined();
  expect(firstWholeFrame(span(packet(8), packet(8.04)))).toBeUndefined();
  expect(firstWholeFrame(span({ ...packet(8), isGuess: true }, packet(9, true)))).toBeUndefined();
});
