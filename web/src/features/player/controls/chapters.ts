import type { catalog } from '@larksong/contracts';

import { toPercent } from '../playback/timeline.ts';

/** Marks closer together than this, in percent of the bar, would hide it on a phone. */
const LEAST_DISTANCE = 1.5;

/** Returns the chapter at a moment of the video, or undefined. `chapters` are in order. */
export function findChapter(
  chapters: readonly catalog.Chapter[],
  seconds: number,
): catalog.Chapter | undefined {
  return chapters.findLast(({ startSeconds }) => startSeconds <= seconds);
}

/** Returns where chapters begin in percent of the length, without the ends of the bar and marks that are too close. */
export function toMarks(chapters: readonly catalog.Chapter[], lengthSeconds: number): number[] {
  const marks: number[] = [];
  for (const { startSeconds } of chapters) {
    const percent = toPercent(startSeconds, lengthSeconds);
    if (percent >= (marks.at(-1) ?? 0) + LEAST_DISTANCE && percent <= 100 - LEAST_DISTANCE)
      marks.push(percent);
  }
  return marks;
}
