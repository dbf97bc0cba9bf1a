import type { Obstacle } from '@larksong/import';

import { addSample, getSentBytes, resumeProgress, startProgress, type UploadProgress } from './progress.ts';

export interface Sending {
  progress: UploadProgress;
  /** The reason why it is paused. */
  obstacle: Obstacle | null;
  /** It had to start again from the beginning. */
  hasRestarted: boolean;
}

/** Updates even while nothing moves, so that the speed shown is that of the last seconds. */
const TICK_MS = 1_000;

/** Tracks the upload of a file and passes each state to `onChange`. */
export function watchSending(totalBytes: number, onChange: (sending: Sending) => void) {
  let sending: Sending = {
    progress: startProgress(totalBytes, performance.now()),
    obstacle: null,
    hasRestarted: false,
  };
  const change = (changes: Partial<Sending>) => {
    sending = { ...sending, ...changes };
    onChange(sending);
  };
  const sample = (sentBytes: number) => {
    const { progress, obstacle } = sending;
    const atMs = performance.now();
    const isMoving = sentBytes > getSentBytes(progress);
    if (obstacle !== null && isMoving)
      change({ obstacle: null, progress: startProgress(totalBytes, atMs, sentBytes) });
    else change({ progress: addSample(progress, { atMs, sentBytes }) });
  };
  const timer = setInterval(() => sample(getSentBytes(sending.progress)), TICK_MS);
  change({});
  return {
    onSent: (sentBytes: number, isFresh = false) => {
      if (isFresh)
        change({ obstacle: null, progress: startProgress(totalBytes, performance.now(), sentBytes) });
      else sample(sentBytes);
    },
    onObstacle: (obstacle: Obstacle) =>
      change({ obstacle, progress: resumeProgress(sending.progress, performance.now()) }),
    onRestart: () => change({ hasRestarted: true }),
    stop: () => clearInterval(timer),
  };
}
