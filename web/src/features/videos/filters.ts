import type { Video } from '@larksong/contracts';

/** What the chips above the videos choose. A grade is filtered here, everything else by the server. */
export type VideoFilter = { kind: 'all' | 'newest' | 'popular' } | { kind: 'grade'; grade: string };

export type VideoSort = 'newest' | 'most_viewed';

export interface Chip {
  label: string;
  filter: VideoFilter;
}

const ALL: VideoFilter = { kind: 'all' };
const GRADE = 'grade:';

/** The filter that `?filter=` names; anything unknown is All. */
export function parseFilter(text: string | null): VideoFilter {
  if (text === 'newest' || text === 'popular') return { kind: text };
  const grade = text?.startsWith(GRADE) ? text.slice(GRADE.length).trim() : '';
  return grade === '' ? ALL : { kind: 'grade', grade };
}

/** The value of `?filter=` for a filter; undefined for All, which has no place in the address. */
export function toFilterText(filter: VideoFilter): string | undefined {
  if (filter.kind === 'all') return undefined;
  return filter.kind === 'grade' ? GRADE + filter.grade : filter.kind;
}

/** The `sort` of the list call; undefined leaves it to the server (specification section 7). */
export function toSort(filter: VideoFilter): VideoSort | undefined {
  if (filter.kind === 'newest') return 'newest';
  return filter.kind === 'popular' ? 'most_viewed' : undefined;
}

export function isSameFilter(one: VideoFilter, other: VideoFilter): boolean {
  return toFilterText(one) === toFilterText(other);
}

export function matchesFilter(video: Pick<Video, 'tags'>, filter: VideoFilter): boolean {
  if (filter.kind !== 'grade') return true;
  return video.tags.some((tag) => tag.tagType === 'grade' && tag.tagValue === filter.grade);
}

/** The chips for these videos: the fixed ones, then each grade once, in reading order (Grade 2 before Grade 10). */
export function listChips(videos: readonly Pick<Video, 'tags'>[], chosen: VideoFilter): Chip[] {
  const grades = new Set(
    videos.flatMap((video) => video.tags.filter((tag) => tag.tagType === 'grade').map((tag) => tag.tagValue)),
  );
  if (chosen.kind === 'grade') grades.add(chosen.grade);
  const inOrder = [...grades].sort((one, other) => one.localeCompare(other, 'en', { numeric: true }));
  return [
    { label: 'All', filter: ALL },
    { label: 'Recently uploaded', filter: { kind: 'newest' } },
    { label: 'Popular', filter: { kind: 'popular' } },
    ...inOrder.map((grade): Chip => ({ label: grade, filter: { kind: 'grade', grade } })),
  ];
}
