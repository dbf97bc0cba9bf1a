import type { catalog, Input } from '@larksong/contracts';

const FIXED = {
  all: 'All',
  favorites: 'Favorites',
  newest: 'Recently uploaded',
  watched: 'Watched',
  unwatched: 'New to you',
  popular: 'Popular',
} as const;

/** What the chips above the videos choose. Favorites are the videos that one likes. */
export type VideoFilter = { kind: keyof typeof FIXED } | { kind: 'grade'; grade: string };

/** What a list shows. */
export interface ListWish {
  filter: VideoFilter;
  /** What is looked for; empty for everything, as in a list of one's own. */
  q: string;
}

/** The chips that show a list of one's own. */
export type PersonalKind = 'favorites' | 'watched' | 'unwatched';

export interface Chip {
  label: string;
  filter: VideoFilter;
}

type ListQuery = Pick<NonNullable<Input<typeof catalog.listVideos>['query']>, 'sort' | 'grade' | 'q'>;

export const ALL: VideoFilter = { kind: 'all' };
const GRADE = 'grade:';
const LONGEST_GRADE = 100;
/** Longer ones the contract refuses. */
export const LONGEST_SEARCH = 100;

/** The filter that `?filter=` names; anything unknown is All. */
export function parseFilter(text: string | null): VideoFilter {
  const fixed = listFixed().find(({ kind }) => kind === text);
  if (fixed) return fixed;
  const grade = text?.startsWith(GRADE) ? text.slice(GRADE.length).trim() : '';
  // A longer one no tag can have, and the server would refuse to look for it.
  return grade === '' || grade.length > LONGEST_GRADE ? ALL : { kind: 'grade', grade };
}

/** The value of `?filter=` for a filter; undefined for All, which has no place in the address. */
export function toFilterText(filter: VideoFilter): string | undefined {
  if (filter.kind === 'all') return undefined;
  return filter.kind === 'grade' ? GRADE + filter.grade : filter.kind;
}

export function isSameFilter(one: VideoFilter, other: VideoFilter): boolean {
  return toFilterText(one) === toFilterText(other);
}

/** Which list of one's own a filter shows; null for what everybody has. */
export function toPersonalKind({ kind }: VideoFilter): PersonalKind | null {
  return kind === 'favorites' || kind === 'watched' || kind === 'unwatched' ? kind : null;
}

/** What the list call is asked for beside pages; the server sorts, and looks for a grade and for words. */
export function toListQuery(filter: VideoFilter, q: string): ListQuery {
  return {
    ...(filter.kind === 'newest' ? { sort: 'newest' } : {}),
    ...(filter.kind === 'popular' ? { sort: 'most_viewed' } : {}),
    ...(filter.kind === 'grade' ? { grade: filter.grade } : {}),
    ...(q === '' ? {} : { q }),
  };
}

/** The text of its chip. */
function toLabel(filter: VideoFilter): string {
  return filter.kind === 'grade' ? filter.grade : FIXED[filter.kind];
}

export function matchesFilter(video: Pick<catalog.Video, 'tags'>, filter: VideoFilter): boolean {
  if (filter.kind !== 'grade') return true;
  return video.tags.some((tag) => tag.tagType === 'grade' && tag.tagValue === filter.grade);
}

/** What `?filter=…&q=…` asks for. Words are looked for in what everybody has, not in a list of one's own. */
export function readWish(search: URLSearchParams): ListWish {
  const q = (search.get('q') ?? '').trim().slice(0, LONGEST_SEARCH);
  const filter = parseFilter(search.get('filter'));
  return q !== '' && toPersonalKind(filter) !== null ? { filter: ALL, q } : { filter, q };
}

/** The values of `?filter=…&q=…` for a wish; what is not said there is everything. */
export function toSearch({ filter, q }: ListWish): Record<string, string> {
  const text = toFilterText(filter);
  return { ...(text === undefined ? {} : { filter: text }), ...(q === '' ? {} : { q }) };
}

/** The chips for these grades: the fixed ones, then each grade once, in reading order (Grade 2 before Grade 10). */
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
  return (Object.keys(FIXED) as (keyof typeof FIXED)[]).map((kind) => ({ kind })); // its own keys
}
