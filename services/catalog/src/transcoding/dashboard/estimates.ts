import type { WorkCounts } from './store.ts';

/** The remaining encoding of one video. */
export interface OpenWork {
  videoId: string;
  /** Seconds of video that are not encoded; null before planning. */
  secondsOfVideoLeft: number | null;
  counts: WorkCounts | undefined;
}

export interface Estimates {
  /** Seconds left by video; a video that is missing has no estimate. */
  byVideo: Map<string, number>;
  /** Seconds until everything is encoded; null while unknown, or if nothing is left to encode. */
  queue: number | null;
}

/**
 * Estimates the time left from measured speeds. Workers take turns between videos, so each is expected to have an equal
 * share of the `slots`. A video without a measured speed, such as one that waits for its first turn, is expected to
 * have the mean speed.
 */
export function estimate(videos: readonly OpenWork[], slots: number): Estimates {
  const open = videos.filter(({ counts }) => !counts || counts.openKinds.some(isEncoding));
  const meanPace = meanOf(open.flatMap(({ counts }) => (counts && paceOf(counts)) ?? []));
  const ends = simulate(
    open.map(({ secondsOfVideoLeft, counts }) => {
      const pace = (counts && paceOf(counts)) ?? meanPace;
      const isKnown = secondsOfVideoLeft !== null && pace !== null;
      return {
        slotSeconds: isKnown ? secondsOfVideoLeft / pace : Number.POSITIVE_INFINITY,
        maxSlots: counts?.openChunkCount || 1,
      };
    }),
    slots,
  );
  const byVideo = new Map<string, number>();
  for (const [index, { videoId }] of open.entries()) {
    const end = ends[index] ?? Number.POSITIVE_INFINITY;
    if (end < Number.POSITIVE_INFINITY) byVideo.set(videoId, Math.ceil(end));
  }
  const last = Math.max(0, ...ends);
  return { byVideo, queue: open.length > 0 && last < Number.POSITIVE_INFINITY ? Math.ceil(last) : null };
}

/** Returns after how many seconds each piece of work ends if all share the slots equally; infinite if never. */
function simulate(work: readonly { slotSeconds: number; maxSlots: number }[], slots: number): number[] {
  const ends = work.map(() => Number.POSITIVE_INFINITY);
  const left = work.map(({ slotSeconds }) => slotSeconds);
  const open = new Set(work.keys());
  for (let now = 0; open.size > 0;) {
    const share = slots / open.size;
    const usedBy = (index: number) => Math.min(work[index]?.maxSlots ?? 0, share);
    const durations = [...open].map((index) => (left[index] ?? 0) / usedBy(index));
    const step = Math.min(...durations);
    if (!(step < Number.POSITIVE_INFINITY)) return ends; // also without slots
    now += step;
    for (const index of open) {
      left[index] = (left[index] ?? 0) - step * usedBy(index);
      if (left[index] > 1e-6) continue;
      ends[index] = now;
      open.delete(index);
    }
  }
  return ends;
}

function isEncoding(kind: string): boolean {
  return kind === 'plan' || kind === 'video-chunk';
}

/** Returns the seconds of video that one slot encodes per second; null before anything was measured. */
export function paceOf(counts: WorkCounts): number | null {
  if (counts.spentSeconds > 0 && counts.doneSeconds > 0) return counts.doneSeconds / counts.spentSeconds;
  return counts.runningSpeed ? counts.runningSpeed / counts.measuredChunkCount : null;
}

function meanOf(values: readonly number[]): number | null {
  return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;
}
