import type { catalog } from '@larksong/contracts';
import { describe, expect, it } from 'vitest';

import type { VideoRow } from '../../db/tables.ts';
import { queuePositions, secondsOfVideoLeft, toProcessingVideo, type Work } from './progress.ts';
import type { WorkCounts } from './store.ts';

const startedAt = new Date('2026-11-21T09:00:00Z');
const now = new Date('2026-11-21T09:02:59Z');
const rungs = (['720p', '360p'] as const).map((resolution) => ({ resolution }));
const video = {
  id: 'v',
  title: 'Ducks',
  created_at: startedAt,
  started_at: startedAt,
  playable_at: null,
  duration_seconds: 100,
  plan: { durationSeconds: 100, rungs } as catalog.Plan,
  attempt: 2,
} as VideoRow; // the fields that progress reads

const idle: WorkCounts = {
  videoId: 'v',
  isStarted: false,
  runningKinds: [],
  openKinds: ['plan'],
  openChunkCount: 0,
  runningChunkCount: 0,
  runningSpeed: null,
  measuredChunkCount: 0,
  doneSeconds: 0,
  spentSeconds: 0,
  failureCount: 0,
  lostWorkerCount: 0,
  lastProblem: null,
  lastReason: null,
};
const encoding: WorkCounts = {
  ...idle,
  isStarted: true,
  runningKinds: [],
  openKinds: ['audio', 'extras', 'video-chunk'],
  openChunkCount: 4,
  runningChunkCount: 2,
  runningSpeed: 2,
  measuredChunkCount: 2,
};

const work = (changes: Partial<Work>): Work => ({
  video,
  counts: idle,
  renditions: [],
  queuePosition: null,
  secondsLeft: null,
  ...changes,
});
const renditions = [
  { rendition: '720p', seconds: 20 },
  { rendition: '360p', seconds: 40 },
  { rendition: 'audio', seconds: 100 },
];

describe('toProcessingVideo', () => {
  it('toProcessingVideo adds up the finished seconds by rung and in total', () => {
    const shown = toProcessingVideo(
      work({
        counts: { ...encoding, failureCount: 3, lostWorkerCount: 1, lastProblem: 'Storage is away.' },
        renditions,
        secondsLeft: 35,
      }),
      now,
    );
    expect(shown).toMatchObject({
      elapsedMinutes: 2,
      stage: 'Encoding video',
      share: 0.30000000000000004,
      rungs: [
        { resolution: '720p', share: 0.2 },
        { resolution: '360p', share: 0.4 },
      ],
      speed: 2,
      secondsLeft: 35,
      attempt: 2,
      failureCount: 3,
      lostWorkerCount: 1,
      lastProblem: 'Storage is away.',
    });
  });

  it('toProcessingVideo takes the speed of finished chunks for those that have not reported one', () => {
    const counts = {
      ...encoding,
      runningSpeed: null,
      measuredChunkCount: 0,
      doneSeconds: 30,
      spentSeconds: 20,
    };
    expect(toProcessingVideo(work({ counts }), now).speed).toBe(3);
    expect(toProcessingVideo(work({ counts: { ...counts, runningChunkCount: 0 } }), now).speed).toBeNull();
  });

  it.each([
    [{ ...idle, isStarted: true }, 'Analysing file'],
    [encoding, 'Encoding video'],
    [{ ...encoding, openKinds: ['extras', 'audio'] as const }, 'Encoding sound'],
    [{ ...encoding, openKinds: [] }, 'Checking'],
    [{ ...encoding, runningKinds: ['extras'] as const }, 'Creating thumbnail'],
    [{ ...encoding, runningKinds: ['audio', 'video-chunk'] as const }, 'Encoding video'],
  ])(
    'toProcessingVideo names the earliest step in progress, or else the earliest open one (%#)',
    (counts, stage) => {
      const { openKinds, runningKinds } = counts;
      const copy = { ...counts, openKinds: [...openKinds], runningKinds: [...runningKinds] };
      const shown = toProcessingVideo(work({ counts: copy }), now);
      expect(shown.stage).toBe(stage);
    },
  );

  it('toProcessingVideo reports no estimates before planning', () => {
    const shown = toProcessingVideo(work({ video: { ...video, plan: null }, queuePosition: 3 }), now);
    expect(shown).toMatchObject({
      stage: 'Queued',
      queuePosition: 3,
      share: 0,
      rungs: [],
      speed: null,
      secondsLeft: null,
    });
  });
});

describe('secondsOfVideoLeft', () => {
  it('secondsOfVideoLeft is the mean over the rungs, and unknown before planning', () => {
    expect(secondsOfVideoLeft(work({ renditions }))).toBeCloseTo(70);
    expect(secondsOfVideoLeft(work({ video: { ...video, plan: null } }))).toBeNull();
  });
});

describe('queuePositions', () => {
  const waits = (
    id: string,
    changes: { minute?: number; secondsLeft?: number; counts?: WorkCounts } = {},
  ) => {
    const { minute, secondsLeft = null, counts = encoding } = changes;
    const heavy_claimed_at = minute === undefined ? null : new Date(Date.UTC(2026, 10, 21, 9, minute));
    return { video: { id, heavy_claimed_at }, counts, secondsLeft };
  };

  it('queuePositions counts only videos on which no worker is working', () => {
    const running: WorkCounts = { ...encoding, runningKinds: ['audio'] };
    const positions = queuePositions([waits('a'), waits('b', { counts: running }), waits('c')]);
    expect([...positions]).toEqual([
      ['a', 1],
      ['c', 2],
    ]);
  });

  it('queuePositions starts with the video that is expected to be ready first', () => {
    const encoded: WorkCounts = { ...encoding, openKinds: ['finish'] };
    const positions = queuePositions([
      waits('unknown'),
      waits('long', { secondsLeft: 90 }),
      waits('short', { secondsLeft: 30, minute: 5 }),
      waits('encoded', { counts: encoded }),
    ]);
    expect([...positions.keys()]).toEqual(['encoded', 'short', 'long', 'unknown']);
  });

  it('queuePositions starts with the video whose last turn was longest ago if nothing was measured', () => {
    const positions = queuePositions([
      waits('a', { minute: 5 }),
      waits('b', { minute: 3 }),
      waits('c'),
      waits('d'),
    ]);
    expect([...positions.keys()]).toEqual(['c', 'd', 'b', 'a']);
  });
});
