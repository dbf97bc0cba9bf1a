import type { catalog, Input } from '@larksong/contracts';

import { compareNames } from '../../../lib/format.ts';
import { text } from '../../../lib/texts.ts';

const FIXED = ['all', 'favorites', 'newest', 'watched', 'unwatched', 'popular'] as const;

/** The selection of the chips above the videos. Favorites are the liked videos. */
export type VideoFilter = { kind: (typeof FIXED)[number] } | TagFilter;

/** The videos with a tag. Grades have their own chips; the tags of a video lead to the others. */
interface TagFilter {
  kind: catalog.TagType;
  value: string;
}

/** The content of a list. */
export interface ListRequest {
  filter: VideoFilter;
  /** The search text; empty for everything, as in personal lists. */
  q: string;
}

/** The chips that show a personal list. */
export type PersonalKind = 'favorites' | 'watched' | 'unwatched';

export interface Chip extends Pick<catalog.Chip, 'hue' | 'picture'> {
  label: string;
  filter: VideoFilter;
}

type ListQuery = Pick<NonNullable<Input<typeof catalog.listVideos>['query']>, 'sort' | 'q' | catalog.TagType>;

export const ALL: VideoFilter = { kind: 'all' };
const TAG_FILTER = /^(grade|category|author):(.*)$/s;
const MAX_TAG_LENGTH = 100;
/** The contract rejects longer ones. */
export const MAX_SEARCH_LENGTH = 100;

/** Parses `?filter=`; anything unknown is All. */
export function parseFilter(text: string | null): VideoFilter {
  const fixed = listFixed().find(({ kind }) => kind === text);
  if (fixed) return fixed;
  const [, kind, tag = ''] = TAG_FILTER.exec(text ?? '') ?? [];
  const value = tag.trim();
  // No tag can be longer, and the server would reject the query.
  if (value === '' || value.length > MAX_TAG_LENGTH) return ALL;
  return { kind: kind as catalog.TagType, value }; // as the pattern says
}

/** Returns the value of `?filter=` for a filter; undefined for All, which does not appear in the address. */
export function toFilterText(filter: VideoFilter): string | undefined {
  if (filter.kind === 'all') return undefined;
  return isTag(filter) ? `${filter.kind}:${filter.value}` : filter.kind;
}

/** Returns whether a filter selects a tag. */
export function isTag(filter: VideoFilter): filter is TagFilter {
  return 'value' in filter;
}

/** Returns whether two filters select the same videos. */
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
    ...(isTag(filter) ? { [filter.kind]: filter.value } : {}),
    ...(q === '' ? {} : { q }),
  };
}

/** Returns the text of the filter's chip. */
function toLabel(filter: VideoFilter): string {
  return isTag(filter) ? filter.value : text(`filter.${filter.kind}`);
}

/** Returns the title of a list: its filter and its search, so that tabs and history entries can be told apart. */
export function toListTitle({ filter, q }: ListRequest): string {
  const name = filter.kind === 'all' ? null : toName(filter);
  if (q === '') return name ?? text('songs.tab');
  return name === null ? text('songs.tab-search', { q }) : text('songs.tab-search-in', { name, q });
}

/** Returns the text of the filter's chip; a grade that is only a number says so. */
function toName(filter: VideoFilter): string {
  const label = toLabel(filter);
  return filter.kind === 'grade' && /^\p{N}/u.test(label) ? text('songs.tab-grade', { grade: label }) : label;
}

/** Returns whether a video has the tag of the filter; true for all other filters, which the server applies. */
export function matchesFilter(video: Pick<catalog.Video, 'tags'>, filter: VideoFilter): boolean {
  if (!isTag(filter)) return true;
  return video.tags.some(({ tagType, tagValue }) => tagType === filter.kind && tagValue === filter.value);
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
 * Returns the chips for these grades: the fixed ones, then each grade once, in natural order (Grade 2 before Grade 10),
 * then the categories among `looks`, and the chosen tag if it has none of these. `looks` has colours and pictures.
 */
export function toChips(
  grades: readonly string[],
  chosen: VideoFilter | null,
  looks: readonly catalog.Chip[] = [],
): Chip[] {
  const tag = chosen !== null && isTag(chosen) ? chosen : null;
  const valuesOf = (kind: TagFilter['kind'], values: readonly string[]) => [
    ...new Set(tag?.kind === kind ? [...values, tag.value] : values),
  ];
  const categories = looks.filter(({ tagType }) => tagType === 'category').map(({ tagValue }) => tagValue);
  const tags: TagFilter[] = [
    ...valuesOf('grade', grades)
      .sort(compareNames)
      .map((value) => ({ kind: 'grade' as const, value })),
    ...valuesOf('category', categories).map((value) => ({ kind: 'category' as const, value })),
    ...(tag?.kind === 'author' ? [tag] : []),
  ];
  const plain = { hue: null, picture: null };
  return [
    ...listFixed().map((filter) => ({ label: toLabel(filter), filter, ...plain })),
    ...tags.map((filter) => {
      const look = looks.find(
        ({ tagType, tagValue }) => tagType === filter.kind && tagValue === filter.value,
      );
      return { label: filter.value, filter, hue: look?.hue ?? null, picture: look?.picture ?? null };
    }),
  ];
}

function listFixed(): { kind: (typeof FIXED)[number] }[] {
  return FIXED.map((kind) => ({ kind }));
}
