import type { catalog, Data } from '@larksong/contracts';

const NOW = new Date().toISOString();

/** The dashboard without videos, and with two workers that it does not list. */
export const EMPTY_STATUS: Data<typeof catalog.getTranscodingStatus> = {
  processingCount: 0,
  workers: { count: 2, withoutSandbox: 0, list: [] },
  queue: { waiting: 0, running: 0, oldestSeconds: 0, secondsLeft: null, now: NOW, samples: [] },
  processing: [],
  recentlyCompleted: [],
  recentlyFailed: [],
  failureCounts: [],
};

/** A video that is being encoded, its smaller size ahead. */
export const WORKING: catalog.ProcessingVideo = {
  id: '0198f3c2-7a1e-7d40-b1c9-000000000001',
  title: 'The Lark',
  createdAt: NOW,
  startedAt: NOW,
  elapsedMinutes: 2,
  queuePosition: null,
  stage: 'Encoding',
  playable: true,
  share: 0.6,
  rungs: [
    { resolution: '720p', share: 0.41 },
    { resolution: '360p', share: 1 },
  ],
  speed: 1.8,
  secondsLeft: 41,
  attempt: 1,
  failureCount: 0,
  lostWorkerCount: 0,
  lastProblem: null,
};

export const FAILED: catalog.FailedVideo = {
  id: '0198f3c2-7a1e-7d40-b1c9-000000000003',
  title: 'Lullaby',
  createdAt: NOW,
  failedAt: NOW,
  processingError: 'The file is cut off.',
  processingLog: '',
  failureCode: 'cut-off',
  attempt: 1,
  failureCount: 0,
  lostWorkerCount: 0,
};

/** A worker that has nothing to do. */
export const WORKER: catalog.Worker = {
  id: 'barn:17:a',
  name: 'transcoder-1',
  host: 'barn',
  version: '0.1.0',
  ffmpegVersion: '7.1',
  state: 'idle',
  sandboxed: true,
  startedAt: NOW,
  silentSeconds: 2,
  units: [],
  activeSounds: 0,
  load: { processorShare: 0.254, memoryUsedBytes: 3.1e9, memoryTotalBytes: 16e9 },
};
