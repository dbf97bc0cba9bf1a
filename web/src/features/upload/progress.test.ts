import { describe, expect, test } from 'vitest';

import {
  addSample,
  getSentBytes,
  getSpeed,
  resumeProgress,
  startProgress,
  toAmountText,
  toPaceText,
} from './progress.ts';

const MB = 1e6;

function sendAt(speed: number, seconds: number, totalBytes: number) {
  let progress = startProgress(totalBytes, 1_000);
  for (let second = 1; second <= seconds; second += 1)
    progress = addSample(progress, { atMs: 1_000 + second * 1_000, sentBytes: second * speed });
  return progress;
}

describe('speed', () => {
  test('the speed is unknown before anything was sent', () => {
    expect(getSpeed(startProgress(310 * MB, 0))).toBeNull();
    expect(getSpeed(addSample(startProgress(310 * MB, 0), { atMs: 900, sentBytes: 0 }))).toBeNull();
  });

  test('the speed ignores samples older than 5 s', () => {
    let progress = sendAt(10 * MB, 10, 310 * MB);
    for (let second = 11; second <= 15; second += 1)
      progress = addSample(progress, { atMs: 1_000 + second * 1_000, sentBytes: (100 + second - 10) * MB });
    expect(getSpeed(progress)).toBe(1 * MB);
  });

  test('the speed keeps a bounded number of samples', () => {
    expect(sendAt(MB, 1_000, 2_000 * MB).samples.length).toBeLessThanOrEqual(7);
  });
});

describe('texts', () => {
  test('the sent amount has the unit of the total', () => {
    expect(toAmountText(12.4 * MB, 310 * MB)).toBe('12.4 of 310 MB');
    expect(toAmountText(0, 310 * MB)).toBe('0 of 310 MB');
    expect(toAmountText(640 * MB, 2_400 * MB)).toBe('0.6 of 2.4 GB');
    expect(toAmountText(900, 1_200)).toBe('0.9 of 1.2 kB');
  });

  test('an upload shows the time left after 3 s', () => {
    expect(toPaceText(startProgress(310 * MB, 0))).toBe('');
    expect(toPaceText(sendAt(3.1 * MB, 2, 310 * MB))).toBe('3.1 MB/s');
    expect(toPaceText(sendAt(3.1 * MB, 4, 310 * MB))).toBe('3.1 MB/s, about 1 min 40 s left');
  });

  test('an upload that is sent completely shows no time left', () => {
    expect(toPaceText(sendAt(10 * MB, 5, 50 * MB))).toBe('10 MB/s');
  });
});

test('the sent amount never exceeds the total', () => {
  expect(getSentBytes(addSample(startProgress(100, 0), { atMs: 10, sentBytes: 350 }))).toBe(100);
});

describe('a stalled upload', () => {
  test('a stalled upload shows no speed after 5 s', () => {
    let progress = sendAt(3.1 * MB, 4, 310 * MB);
    for (let second = 5; second <= 10; second += 1)
      progress = addSample(progress, { atMs: 1_000 + second * 1_000, sentBytes: 4 * 3.1 * MB });
    expect(toPaceText(progress)).toBe('');
  });

  test('the speed is measured again when a stalled upload continues', () => {
    const before = sendAt(10 * MB, 10, 310 * MB);
    const after = resumeProgress(before, 60_000);
    expect(getSentBytes(after)).toBe(100 * MB);
    expect(toPaceText(after)).toBe('');
    const moving = addSample(after, { atMs: 61_000, sentBytes: 101 * MB });
    expect(toPaceText(moving)).toBe('1 MB/s');
  });

  test('a lost part does not make the speed negative', () => {
    const progress = addSample(sendAt(10 * MB, 10, 310 * MB), { atMs: 11_500, sentBytes: 84 * MB });
    expect(getSentBytes(progress)).toBe(84 * MB);
    expect(getSpeed(progress)).toBeNull();
  });
});
