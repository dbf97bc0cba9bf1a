import type { catalog, Input } from '@larksong/contracts';

const FIXED = {
  all: 'All',
  favorites: 'Favorites',
  newest: 'Recently uploaded',
  watched: 'Watched',
  unwatched: 'New to you',
  popular: 'Popular',
} as const;

/** The selection of the chips above the videos. Favorites are the liked videos. */
export type VideoFilter = { kind: keyof typeof FIXED } | { kind: 'grade'; grade: string };

/** The content of a list. */
export interface ListRequest {
  filter: VideoFilter;
  /** The search text; empty for everything, as in personal lists. */
  q: string;
}

/** The chips that show a personal list. */
export type PersonalKind = 'favorites' | 'watched' | 'unwatched';

export interface Chip {
  label: string;
  filter: VideoFilter;
}

type ListQuery = Pick<NonNullable<Input<typeof catalog.listVideos>['query']>, 'sort' | 'grade' | 'q'>;

export const ALL: VideoFilter = { kind: 'all' };
const GRADE = 'grade:';
const MAX_GRADE_LENGTH = 100;
/** The contract rejects longer ones. */
export const MAX_SEARCH_LENGTH = 100;

/** Parses `?filter=`; anything unknown is All. */
export function parseFilter(text: string | null): VideoFilter {
  const fixed = listFixed().find(({ kind }) => kind === text);
  if (fixed) return fixed;
  const grade = text?.startsWith(GRADE) ? text.slice(GRADE.length).trim() : '';
  // No tag can be longer, and the server would reject the query.
  return grade === '' || grade.length > MAX_GRADE_LENGTH ? ALL : { kind: 'grade', grade };
}

/** Returns the value of `?filter=` for a filter; undefined for All, which does not appear in the address. */
export function toFilterText(filter: VideoFilter): string | undefined {
  if (filter.kind === 'all') return undefined;
  return filter.kind === 'grade' ? GRADE + filter.grade : filter.kind;
}

export function isSameFilter(one: VideoFilter, other: VideoFilter): boolean {
  return toFilterText(one) === toFilterText(other);
}

/** Returns the personal list of a filter; null for public lists. */
export function toPersonalKind({ kind }: VideoFilter): PersonalKind | null {
  return kind === 'favorites' || kind === 'watched' || kind === 'unwatched' ? kind : null;
}

/** Returns the query of the list call, without the page; the server sorts and searches. */
export function toListQuery(filter: VideoFilter, q: string): ListQuery {
  return {
    ...(filter.kind === 'newest' ? { sort: 'newest' } : {}),
    ...(filter.kind === 'popular' ? { sort: 'most_viewed' } : {}),
    ...(filter.kind === 'grade' ? { grade: filter.grade } : {}),
    ...(q === '' ? {} : { q }),
  };
}

/** Returns the text of the filter's chip. */
function toLabel(filter: VideoFilter): string {
  return filter.kind === 'grade' ? filter.grade : FIXED[filter.kind];
}

/** Returns whether a video has the grade of the filter; true for all other filters, which the server applies. */
export function matchesFilter(video: Pick<catalog.Video, 'tags'>, filter: VideoFilter): boolean {
  if (filter.kind !== 'grade') return true;
  return video.tags.some((tag) => tag.tagType === 'grade' && tag.tagValue === filter.grade);
}

/** Parses `?filter=…&q=…`. Searches cover public lists, not personal ones. */
export function parseListRequest(search: URLSearchParams): ListRequest {
  const q = (search.get('q') ?? '').trim().slice(0, MAX_SEARCH_LENGTH);
  const filter = parseFilter(search.get('filter'));
  return q !== '' && toPersonalKind(filter) !== null ? { filter: ALL, q } : { filter, q };
}

/** Returns the values of `?filter=…&q=…`, without defaults. */
export function toSearch({ filter, q }: ListRequest): Record<string, string> {
  const text = toFilterText(filter);
  return { ...(text === undefined ? {} : { filter: text }), ...(q === '' ? {} : { q }) };
}

/**
 * Returns the chips for these grades: the fixed ones, then each grade once, in natural order (Grade 2 before Grade 10).
 */
export function toChips(grades: readonly string[], chosen: VideoFilter | null): Chip[] {
  const all = new Set(chosen?.kind === 'grade' ? [...grades, chosen.grade] : grades);
  const inOrder = [...all].sort((one, other) => one.localeCompare(other, 'en', { numeric: true }));
  const filters: VideoFilter[] = [
    ...listFixed(),
    ...inOrder.map((grade) => ({ kind: 'grade', grade }) as const),
  ];
  return filters.map((filter) => ({ label: toLabel(filter), filter }));
}

function listFixed(): { kind: keyof typeof FIXED }[] {
  return (Object.keys(FIXED) as (keyof typeof FIXED)[]).map((kind) => ({ kind })); // the object's own keys
}
