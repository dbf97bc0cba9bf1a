import type { catalog } from '@larksong/contracts';
import { describe, expect, test } from 'vitest';

import { WORKING } from '../../testing/transcoding.ts';
import { followAnswer, getShown, holdTracks, releaseTracks, toBarKey, type Tracks } from './moving-shares.ts';

const video: catalog.ProcessingVideo = {
  ...WORKING,
  id: 'v',
  startedAt: '2026-11-21T10:00:00.000Z',
  share: 0.2,
  rungs: [],
};

const at = (tracks: Tracks, nowMs: number) => getShown(tracks.get(toBarKey('v'))!, nowMs);
const answers = (shares: number[], startedAt = video.startedAt): Tracks =>
  shares.reduce<Tracks>(
    (tracks, share, index) => followAnswer(tracks, [{ ...video, share, startedAt }], index * 5_000),
    new Map(),
  );

test('a progress bar stays at the first share until the next response', () => {
  expect(at(answers([0.2]), 0)).toBe(0.2);
  expect(at(answers([0.2]), 4_000)).toBe(0.2);
});

test('a bar reaches the next share when the next response is due, and stops there if that is late', () => {
  const tracks = answers([0.2, 0.4]);
  expect(at(tracks, 5_000)).toBeCloseTo(0.2);
  expect(at(tracks, 7_500)).toBeCloseTo(0.3);
  expect(at(tracks, 10_000)).toBeCloseTo(0.4);
  expect(at(tracks, 60_000)).toBeCloseTo(0.4);
});

test('after an early response, a bar continues from its current share', () => {
  const tracks = followAnswer(answers([0.2, 0.4]), [{ ...video, share: 0.8 }], 7_500);
  expect(at(tracks, 7_500)).toBeCloseTo(0.3);
  expect(at(tracks, 12_500)).toBeCloseTo(0.8);
});

test('a bar never goes back, except for a new attempt', () => {
  const tracks = followAnswer(answers([0.2, 0.4]), [{ ...video, share: 0.1 }], 10_000);
  expect(at(tracks, 15_000)).toBeCloseTo(0.4);
  const again = { ...video, share: 0.1, startedAt: '2026-11-21T11:00:00.000Z' };
  expect(at(followAnswer(tracks, [again], 15_000), 15_000)).toBe(0.1);
});

describe('a paused bar', () => {
  test('a paused bar stops and continues from there', () => {
    const held = holdTracks(answers([0.2, 0.4]), 7_500);
    expect(at(held, 90_000)).toBeCloseTo(0.3);
    const released = releaseTracks(held, 90_000);
    expect(at(released, 90_000)).toBeCloseTo(0.3);
    expect(at(released, 95_000)).toBeCloseTo(0.4);
  });
});

test('each resolution has its own bar, and a deleted video has none', () => {
  const rungs = [
    { resolution: '720p', share: 0.1 },
    { resolution: '360p', share: 0.5 },
  ];
  const tracks = followAnswer(new Map(), [{ ...video, rungs }], 0);
  expect(getShown(tracks.get(toBarKey('v', '360p'))!, 0)).toBe(0.5);
  expect(tracks.size).toBe(3);
  expect(followAnswer(tracks, [], 5_000).size).toBe(0);
});
