import { watch } from 'node:fs';
import { readdir } from 'node:fs/promises';

import { SEGMENT_FILE } from '../rules/ffmpeg-args.ts';

export interface SegmentWatch {
  /** Numbers of the segments that are whole, in order; waits for one above `newest` or for the end. */
  next(newest: number): Promise<{ segments: number[]; isEnd: boolean }>;
  /** ffmpeg has ended: what is there now is all there will be. */
  end(): void;
  close(): void;
}

/** Watches a folder that ffmpeg's segmenter renames whole segments into. */
export function watchSegments(folder: string): SegmentWatch {
  let isEnd = false;
  let wake = () => {};
  const watcher = watch(folder, () => wake());
  watcher.on('error', () => wake());
  return {
    async next(newest) {
      for (;;) {
        const news = new Promise<void>((resolve) => (wake = resolve));
        const ended = isEnd; // read before the folder, which then shows everything if it is true
        const segments = await listSegments(folder);
        if ((segments.at(-1) ?? -1) > newest || ended) return { segments, isEnd: ended };
        await news;
      }
    },
    end() {
      isEnd = true;
      wake();
    },
    close: () => watcher.close(),
  };
}

async function listSegments(folder: string): Promise<number[]> {
  const names = await readdir(folder);
  return names
    .map((name) => SEGMENT_FILE.exec(name)?.[1])
    .filter((number) => number !== undefined)
    .map(Number)
    .sort((a, b) => a - b);
}
