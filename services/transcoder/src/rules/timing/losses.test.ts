import { describe, expect, it } from 'vitest';

import { areTooMany, lostFrames, lostSound, type Listed } from './losses.ts';

const ERROR = 'Error while decoding stream #0:0: Invalid data found when processing input';

function list(count: number, from = 0, duration = 0.04): Listed[] {
  return Array.from({ length: count }, (_, index) => ({ time: from + index * duration, duration }));
}

const whole = { startSeconds: 0, endSeconds: 20 };

describe('what was read and is not published', () => {
  it('frames whose times go back are lost, others are not', () => {
    expect(lostFrames({ packets: list(200), decoded: list(200) }, whole, '')).toEqual({ lost: 0, read: 200 });
    const twice = [...list(100), ...list(100)];
    expect(lostFrames({ packets: twice, decoded: twice }, whole, '').lost).toBe(99);
    const late = { startSeconds: 4, endSeconds: 8 };
    expect(lostFrames({ packets: list(300), decoded: list(300) }, late, '')).toEqual({ lost: 0, read: 100 });
  });

  it('packets without a frame are lost if an error is logged, and otherwise not meant to be shown', () => {
    const lists = { packets: list(200), decoded: list(150) };
    expect(lostFrames(lists, whole, '').lost).toBe(0);
    expect(lostFrames(lists, whole, ERROR)).toEqual({ lost: 50, read: 200 });
    expect(lostSound(lists, whole, '')).toBe(0);
    expect(lostSound(lists, whole, ERROR)).toBeCloseTo(2, 6);
  });

  it('sound that goes back is lost, and a pause or rounded times are not', () => {
    const twice = [...list(100), ...list(100)];
    expect(lostSound({ packets: twice, decoded: twice }, whole, '')).toBeCloseTo(4, 1);
    const paused = [...list(100), ...list(100, 9)];
    expect(lostSound({ packets: paused, decoded: paused }, whole, '')).toBe(0);
    const rounded = list(400).map(({ time, duration }) => ({ time: Math.floor(time * 100) / 100, duration }));
    expect(lostSound({ packets: rounded, decoded: rounded }, whole, '')).toBe(0);
  });

  it('sound is not lost behind a frame that is late, as ffmpeg lists Vorbis where long frames become short', () => {
    const [long, short] = [1024 / 48_000, 128 / 48_000];
    const lateSeconds = 448 / 48_000;
    const frames = Array.from({ length: 200 }, (_, number) => {
      const start = number * (long + 8 * short);
      return [
        { time: start + lateSeconds, duration: long },
        ...list(8, 0, short).map(({ time }) => ({ time: start + long + time, duration: short })),
      ];
    }).flat();
    expect(lostSound({ packets: frames, decoded: frames }, whole, '')).toBeLessThan(0.01);
  });

  it.each([
    [1, 10, false],
    [2, 10, true],
    [2, 400, false],
    [3, 400, true],
  ])('%i of %i frames may be missing: %s', (lost, read, isTooMany) => {
    expect(areTooMany({ lost, read })).toBe(isTooMany);
  });
});
