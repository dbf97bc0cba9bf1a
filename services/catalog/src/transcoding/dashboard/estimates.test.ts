import { describe, expect, it } from 'vitest';

import { estimate, type OpenWork } from './estimates.ts';
import type { WorkCounts } from './store.ts';

const counts: WorkCounts = {
  videoId: '',
  isStarted: true,
  runningKinds: [],
  openKinds: ['video-chunk'],
  openChunkCount: 10,
  runningChunkCount: 1,
  runningSpeed: null,
  measuredChunkCount: 0,
  doneSeconds: 0,
  spentSeconds: 0,
  failureCount: 0,
  lostWorkerCount: 0,
  lastProblem: null,
  lastReason: null,
};
/** A video that one slot encodes at twice real time. */
const fast = { doneSeconds: 60, spentSeconds: 30 };

const work = (videoId: string, secondsOfVideoLeft: number | null, of: Partial<WorkCounts>): OpenWork => ({
  videoId,
  secondsOfVideoLeft,
  counts: { ...counts, videoId, ...of },
});
const shown = (videos: OpenWork[], slots: number) => {
  const { byVideo, queue } = estimate(videos, slots);
  return { ...Object.fromEntries(byVideo), queue };
};

describe('estimate', () => {
  it('a video that is processed alone is estimated with all slots', () => {
    expect(shown([work('a', 100, fast)], 1)).toEqual({ a: 50, queue: 50 });
    expect(shown([work('a', 100, fast)], 2)).toEqual({ a: 25, queue: 25 });
  });

  it('a video has no more slots than chunks', () => {
    expect(shown([work('a', 100, { ...fast, openChunkCount: 1 })], 4)).toEqual({ a: 50, queue: 50 });
  });

  it('videos share the slots, and the last one has them all once the others are ready', () => {
    const videos = [work('a', 100, fast), work('b', 300, fast)];
    expect(shown(videos, 1)).toEqual({ a: 100, b: 200, queue: 200 });
    expect(shown(videos, 2)).toEqual({ a: 50, b: 100, queue: 100 });
  });

  it('the speed of running chunks counts until one is finished', () => {
    const running = { runningChunkCount: 2, runningSpeed: 2, measuredChunkCount: 2 };
    expect(shown([work('a', 70, running)], 2)).toEqual({ a: 35, queue: 35 });
  });

  it('a video without a measured speed is estimated with the mean speed, if there is one', () => {
    expect(shown([work('a', 100, fast), work('b', 60, {})], 1)).toEqual({ a: 80, b: 60, queue: 80 });
    expect(shown([work('b', 60, {})], 1)).toEqual({ queue: null });
  });

  it('nothing is estimated for the queue while a video is not planned', () => {
    const unplanned = work('b', null, { openKinds: ['plan'], openChunkCount: 0, runningChunkCount: 0 });
    expect(shown([work('a', 100, fast), unplanned], 2)).toEqual({ a: 50, queue: null });
  });

  it('nothing is estimated without workers, or once everything is encoded', () => {
    expect(shown([work('a', 100, fast)], 0)).toEqual({ queue: null });
    expect(shown([work('a', 0, { ...fast, openKinds: ['finish'], openChunkCount: 0 })], 2)).toEqual({
      queue: null,
    });
    expect(shown([], 2)).toEqual({ queue: null });
  });
});
