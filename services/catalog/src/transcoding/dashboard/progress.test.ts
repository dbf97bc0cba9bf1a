import type { catalog } from '@larksong/contracts';
import { describe, expect, it } from 'vitest';

import type { VideoRow } from '../../db/tables.ts';
import { queuePositions, toProcessingVideo, type Work } from './progress.ts';

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
} as VideoRow; // the fields that progress reads

const work = (changes: Partial<Work>): Work => ({
  video,
  units: [],
  renditions: [],
  queuePosition: null,
  ...changes,
});

describe('toProcessingVideo', () => {
  it('toProcessingVideo adds up the finished seconds by rung and in total', () => {
    const shown = toProcessingVideo(
      work({
        units: [
          { kind: 'plan', state: 'done', started_count: 1, speed: null },
          { kind: 'video-chunk', state: 'running', started_count: 1, speed: 1.5 },
          { kind: 'video-chunk', state: 'running', started_count: 1, speed: 0.5 },
        ],
        renditions: [
          { rendition: '720p', seconds: 20 },
          { rendition: '360p', seconds: 40 },
          { rendition: 'audio', seconds: 100 },
        ],
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
    });
  });

  it('toProcessingVideo reports no estimates before planning', () => {
    const units = [{ kind: 'plan', state: 'due', started_count: 0, speed: null }] as const;
    const shown = toProcessingVideo(
      work({ video: { ...video, plan: null }, units: [...units], queuePosition: 3 }),
      now,
    );
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

describe('queuePositions', () => {
  it('queuePositions counts only videos that were not started', () => {
    const videos = [{ id: 'a' }, { id: 'b' }, { id: 'c' }];
    const positions = queuePositions(videos, [
      { video_id: 'a', started_count: 0 },
      { video_id: 'b', started_count: 2 },
      { video_id: 'c', started_count: 0 },
    ]);
    expect([...positions]).toEqual([
      ['a', 1],
      ['c', 2],
    ]);
  });
});
