import { catalog, isBlank } from '@larksong/contracts';

import type { ListedChapter } from './stream-list.ts';

/** Control characters, and those that change the direction of the text around them. */
const UNWANTED = /[\p{Cc}\u200E\u200F\u202A-\u202E\u2066-\u2069\uFFFD]/gu;

/**
 * Returns the chapters of a video in order: those that have a length and begin within the video, one at a time, at most
 * `MAX_CHAPTERS`. Times are relative to the beginning of the video.
 */
export function toChapters(
  listed: readonly ListedChapter[],
  video: { startSeconds: number; durationSeconds: number },
): catalog.Chapter[] {
  const inside = listed
    .map(({ start, end, title }) => ({
      startSeconds: Math.max(0, start - video.startSeconds),
      endSeconds: end - video.startSeconds,
      title,
    }))
    .filter(
      ({ startSeconds, endSeconds }) => startSeconds < endSeconds && startSeconds < video.durationSeconds,
    )
    .toSorted((a, b) => a.startSeconds - b.startSeconds);
  return inside
    .filter(({ startSeconds }, index) => startSeconds !== inside[index - 1]?.startSeconds)
    .slice(0, catalog.MAX_CHAPTERS)
    .map(({ startSeconds, title }, index) => ({ startSeconds, title: toTitle(title, index) }));
}

/** Returns a title in one line; a chapter without one is numbered. */
function toTitle(title: string, index: number): string {
  const line = title.replaceAll(UNWANTED, ' ').replaceAll(/\s+/g, ' ').trim();
  if (isBlank(line)) return `Chapter ${index + 1}`;
  const characters = Array.from(line); // code points, as the contract counts them
  const isLong = characters.length > catalog.MAX_CHAPTER_TITLE;
  return isLong
    ? `${characters
        .slice(0, catalog.MAX_CHAPTER_TITLE - 1)
        .join('')
        .trim()}…`
    : line;
}
