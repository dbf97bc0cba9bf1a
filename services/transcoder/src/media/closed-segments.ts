import { watch } from 'node:fs';
import { readdir } from 'node:fs/promises';

import { SEGMENT_FILE } from '../rules/picture/ffmpeg-args.ts';

export interface SegmentWatch {
  /** Returns the numbers of the complete segments in order, once there is one above `newest` or ffmpeg has ended. */
  next(newest: number): Promise<{ segments: number[]; isEnd: boolean }>;
  /** Must be called when ffmpeg has ended, since no further segments follow. */
  end(): void;
  /** Stops watching. */
  close(): void;
}

/** Watches a folder into which ffmpeg's segmenter renames complete segments. */
export function watchSegments(folder: string): SegmentWatch {
  let isEnd = false;
  let wake = () => {};
  const watcher = watch(folder, () => wake());
  watcher.on('error', () => wake());
  return {
    async next(newest) {
      for (;;) {
        const change = new Promise<void>((resolve) => (wake = resolve));
        const ended = isEnd; // read before the folder: if true, the folder is complete
        const segments = await listSegments(folder);
        if ((segments.at(-1) ?? -1) > newest || ended) return { segments, isEnd: ended };
        await change;
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
