import { describe, expect, it } from 'vitest';

import type { RunningUnit, SeenWorker } from './store.ts';
import { countSlots, toWorker } from './worker.ts';

const load = { processorShare: 0.5, memoryUsedBytes: 1, memoryTotalBytes: 2 };
const seen: SeenWorker = {
  id: 'barn:17:0198f3c2',
  sandboxed: true,
  report: {
    workerId: 'barn:17:0198f3c2',
    name: 'transcoder-1',
    host: 'barn',
    version: '0.1.0',
    ffmpegVersion: '7.1',
    sandboxed: true,
    slots: { heavy: 3, light: 1, sound: 1 },
    activeSounds: 0,
    load,
  },
  startedAt: new Date('2026-11-21T09:00:00Z'),
  silentSeconds: 3.4,
  isStopping: false,
  isStopped: false,
};
const unit: RunningUnit = {
  workerId: seen.id,
  videoId: 'v',
  title: 'Ducks',
  kind: 'video-chunk',
  chunk: { startSeconds: 4, endSeconds: 32, firstSegment: 1, segmentCount: 7 },
  elapsedSeconds: 12.9,
};
const stateOf = (changes: Partial<SeenWorker>, units: RunningUnit[] = []) =>
  toWorker({ ...seen, ...changes }, units).state;

describe('toWorker', () => {
  it('toWorker names the worker and what it is busy with, and leaves out the units of others', () => {
    expect(toWorker(seen, [unit, { ...unit, workerId: 'other' }])).toEqual({
      id: seen.id,
      name: 'transcoder-1',
      host: 'barn',
      version: '0.1.0',
      ffmpegVersion: '7.1',
      state: 'busy',
      sandboxed: true,
      startedAt: '2026-11-21T09:00:00.000Z',
      silentSeconds: 3,
      units: [
        {
          videoId: 'v',
          title: 'Ducks',
          stage: 'Encoding video',
          span: { startSeconds: 4, endSeconds: 32 },
          elapsedSeconds: 12,
        },
      ],
      activeSounds: 0,
      load,
    });
  });

  it('toWorker distinguishes idle, busy, stopping, stopped and vanished workers', () => {
    expect(stateOf({})).toBe('idle');
    expect(stateOf({ report: seen.report && { ...seen.report, activeSounds: 1 } })).toBe('busy');
    expect(stateOf({ isStopping: true }, [unit])).toBe('stopping');
    expect(stateOf({ isStopping: true, isStopped: true, silentSeconds: 100 })).toBe('stopped');
    expect(stateOf({ silentSeconds: 20.1 })).toBe('vanished');
    expect(stateOf({ isStopping: true, silentSeconds: 20.1 })).toBe('vanished');
  });

  it('toWorker takes the name of a worker that does not report itself from its id', () => {
    expect(toWorker({ ...seen, report: null }, [])).toMatchObject({ name: 'barn', host: null, load: null });
  });
});

describe('countSlots', () => {
  it('countSlots counts the slots of workers that take up work', () => {
    const workers = [
      seen,
      { ...seen, report: null },
      { ...seen, isStopping: true },
      { ...seen, isStopped: true },
      { ...seen, silentSeconds: 60 },
    ];
    expect(countSlots(workers)).toEqual({ heavy: 4, light: 2, sound: 2 });
  });
});
