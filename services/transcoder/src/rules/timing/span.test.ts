import { describe, expect, it } from 'vitest';

import { collectSpan, MAX_FRAMES } from './span.ts';
import type { Packet } from './packets.ts';
import { areDistinct, findConstantRate, longestPause, meanRate } from './timing.ts';

function packet(streamIndex: number, time: number | undefined, more: Partial<Packet> = {}): Packet {
  const decodeTime = time;
  return {
    streamIndex,
    time,
    decodeTime,
    duration: 0.04,
    isKey: true,
    isGuess: false,
    isDiscarded: false,
    ...more,
  };
}

describe('collectSpan', () => {
  it('collectSpan keeps the presentation times of the video in order, and the end of all streams', () => {
    const span = collectSpan({ video: 1, audio: 2 });
    span.add(packet(0, -5)); // a subtitle does not affect the start
    span.add(packet(2, -1, { isDiscarded: true }));
    span.add(packet(2, 0.5));
    span.add(packet(1, 2, { decodeTime: 0 }));
    span.add(packet(1, 1, { decodeTime: 1 }));
    span.add(packet(1, undefined));
    span.add(packet(0, 30, { duration: 2 }));
    const { times, ...rest } = span.close();
    expect([...times]).toEqual([1, 2]);
    expect(rest).toMatchObject({ firstSeconds: 0.5, endSeconds: 32, soundEndSeconds: 0.54, isInOrder: true });
    expect(rest.firstPacket).toMatchObject({ time: 2, isKey: true });
  });

  it('a single sound packet with a wrong time does not make the video longer', () => {
    const span = collectSpan({ video: 0, audio: 1 });
    for (const time of [0, 0.04, 0.08, 30, 30, 30, 30]) span.add(packet(1, time));
    span.add(packet(1, undefined));
    expect(span.close().soundEndSeconds).toBeCloseTo(0.24);
  });

  it('collectSpan uses decode times if some frames have no presentation time, as in a program stream', () => {
    const span = collectSpan({ video: 0 });
    span.add(packet(0, 0.54, { decodeTime: 0.5 }));
    for (const time of [0.54, 0.58, 0.62]) span.add(packet(0, time, { isGuess: true }));
    expect([...span.close().times]).toEqual([0.5, 0.54, 0.58, 0.62]);
  });

  it('collectSpan accepts the packets of a three-hour film', () => {
    const span = collectSpan({ video: 0, audio: 1 });
    const [frames, sounds] = [3 * 3600 * 60, Math.floor((3 * 3600 * 48_000) / 1024)];
    for (let frame = 0; frame < frames; frame += 1) span.add(packet(0, frame / 60));
    for (let sound = 0; sound < sounds; sound += 1) span.add(packet(1, (sound * 1024) / 48_000));
    const { times, endSeconds } = span.close();
    expect(times).toHaveLength(648_000);
    expect(endSeconds).toBeCloseTo(10_800, 1);
    expect(longestPause(times)).toBeCloseTo(1 / 60);
    expect(areDistinct(times)).toBe(true);
    const rate = { numerator: 60, denominator: 1 };
    expect(meanRate(times)).toEqual(rate);
    expect(findConstantRate([times], 0, [rate])).toEqual(rate);
  });

  it('collectSpan throws at too many frames, and does not count other packets', () => {
    const span = collectSpan({ video: 0 });
    const [frame, sound] = [packet(0, 0), packet(1, 0)];
    for (let count = 0; count < MAX_FRAMES; count += 1) {
      span.add(frame);
      span.add(sound);
    }
    expect(() => span.add(frame)).toThrow(
      'The video has more than 3 million frames. Please export it with at most 60 frames per second, or in parts.',
    );
  });
});
