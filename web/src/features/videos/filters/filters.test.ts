import { describe, expect, test } from 'vitest';

import {
  isSameFilter,
  matchesFilter,
  parseFilter,
  parseListRequest,
  toChips,
  toFilterText,
  toListQuery,
  toListTitle,
  toSearch,
} from './filters.ts';

const FIXED = ['All', 'Favorites', 'Recently uploaded', 'Watched', 'New to you', 'Popular'];

function graded(...grades: string[]) {
  return { tags: grades.map((tagValue) => ({ tagType: 'grade' as const, tagValue })) };
}

describe('the filter in the address', () => {
  test.each([
    'favorites',
    'newest',
    'watched',
    'unwatched',
    'popular',
    'grade:Grade 1',
    'grade:a:b',
    'category:Animals',
    'author:Olive',
  ])('the filter %s is the same after parsing and formatting', (text) => {
    expect(toFilterText(parseFilter(text))).toBe(text);
  });

  test.each([null, '', 'all', 'nonsense', 'toString', 'grade:', 'grade:  ', `grade:${'x'.repeat(101)}`])(
    'the text %j in the address selects the filter All',
    (text) => {
      expect(parseFilter(text)).toEqual({ kind: 'all' });
      expect(toFilterText(parseFilter(text))).toBeUndefined();
    },
  );

  test('two grade chips are different filters', () => {
    expect(isSameFilter({ kind: 'grade', value: 'A' }, { kind: 'grade', value: 'A' })).toBe(true);
    expect(isSameFilter({ kind: 'grade', value: 'A' }, { kind: 'grade', value: 'B' })).toBe(false);
    expect(isSameFilter({ kind: 'all' }, { kind: 'newest' })).toBe(false);
  });
});

describe('the search in the address', () => {
  test('a search applies to public lists and leaves a personal list', () => {
    const read = (text: string) => parseListRequest(new URLSearchParams(text));
    expect(read('filter=popular&q=duck')).toEqual({ filter: { kind: 'popular' }, q: 'duck' });
    expect(read('filter=grade:A&q=duck')).toEqual({ filter: { kind: 'grade', value: 'A' }, q: 'duck' });
    for (const own of ['favorites', 'watched', 'unwatched'])
      expect(read(`filter=${own}&q=duck`)).toEqual({ filter: { kind: 'all' }, q: 'duck' });
    expect(read('filter=favorites&q=++')).toEqual({ filter: { kind: 'favorites' }, q: '' });
  });

  test('a search is never longer than the contract allows', () => {
    expect(parseListRequest(new URLSearchParams({ q: 'x'.repeat(200) })).q).toHaveLength(100);
  });

  test('the default filter and an empty search leave no trace in the address', () => {
    expect(toSearch({ filter: { kind: 'all' }, q: '' })).toEqual({});
    expect(toSearch({ filter: { kind: 'newest' }, q: 'duck' })).toEqual({ filter: 'newest', q: 'duck' });
  });
});

test('the server sorts and filters by grade and words', () => {
  expect(toListQuery({ kind: 'all' }, '')).toEqual({});
  expect(toListQuery({ kind: 'newest' }, '')).toEqual({ sort: 'newest' });
  expect(toListQuery({ kind: 'popular' }, 'duck')).toEqual({ sort: 'most_viewed', q: 'duck' });
  expect(toListQuery({ kind: 'grade', value: 'Grade 1' }, '')).toEqual({ grade: 'Grade 1' });
});

describe('grades', () => {
  test('a video matches by its grade tag, not by another tag of the same value', () => {
    const filter = { kind: 'grade', value: 'Animals' } as const;
    expect(matchesFilter(graded('Grade 1', 'Animals'), filter)).toBe(true);
    expect(matchesFilter({ tags: [{ tagType: 'category', tagValue: 'Animals' }] }, filter)).toBe(false);
    expect(matchesFilter(graded('animals'), filter)).toBe(false);
    expect(matchesFilter(graded(), { kind: 'popular' })).toBe(true);
  });

  test('a video matches by a tag of the chosen type', () => {
    const filter = { kind: 'author', value: 'Grade 1' } as const;
    expect(matchesFilter(graded('Grade 1'), filter)).toBe(false);
    expect(matchesFilter({ tags: [{ tagType: 'author', tagValue: 'Grade 1' }] }, filter)).toBe(true);
    expect(toListQuery(filter, 'duck')).toEqual({ author: 'Grade 1', q: 'duck' });
  });

  test('a chosen category has a chip after the grades', () => {
    const labels = toChips(['Grade 9'], { kind: 'category', value: 'Animals' }).map((chip) => chip.label);
    expect(labels.slice(-2)).toEqual(['Grade 9', 'Animals']);
  });

  test('categories that are chips come after the grades, and tags have their colours and pictures', () => {
    const look = { hue: 'rose', picture: '/scenes/duck-pond.svg' } as const;
    const looks = [
      { tagType: 'grade', tagValue: 'Grade 2', ...look },
      { tagType: 'grade', tagValue: 'of a hidden song', ...look },
      { tagType: 'category', tagValue: 'Animals', hue: null, picture: null },
      { tagType: 'category', tagValue: 'Grade 10', ...look },
    ] as const;
    const chips = toChips(['Grade 10', 'Grade 2'], { kind: 'category', value: 'Animals' }, looks);
    expect(chips.slice(FIXED.length)).toEqual([
      { label: 'Grade 2', filter: { kind: 'grade', value: 'Grade 2' }, ...look },
      { label: 'Grade 10', filter: { kind: 'grade', value: 'Grade 10' }, hue: null, picture: null },
      { label: 'Animals', filter: { kind: 'category', value: 'Animals' }, hue: null, picture: null },
      { label: 'Grade 10', filter: { kind: 'category', value: 'Grade 10' }, ...look },
    ]);
    expect(chips[0]).toMatchObject({ hue: null, picture: null });
  });

  test('each grade has one chip, in reading order after the fixed ones', () => {
    const chips = toChips(['Grade 10', 'Grade 2', 'Kindergarten'], { kind: 'all' });
    expect(chips.map((chip) => chip.label)).toEqual([...FIXED, 'Grade 2', 'Grade 10', 'Kindergarten']);
  });

  test('a chosen grade has one chip, whether the server knows it or not', () => {
    const labels = (grades: string[]) =>
      toChips(grades, { kind: 'grade', value: 'Grade 9' }).map((chip) => chip.label);
    expect(labels([])).toEqual([...FIXED, 'Grade 9']);
    expect(labels(['Grade 10', 'Grade 9'])).toEqual([...FIXED, 'Grade 9', 'Grade 10']);
    expect(toChips([], null).map((chip) => chip.label)).toEqual(FIXED);
  });
});

test('the title of a list names its filter and its search', () => {
  const titles = [
    '',
    'filter=favorites',
    'filter=grade:1',
    'filter=grade:Grade 2',
    'filter=category:Animals',
    'q=ducks',
    'filter=popular&q=ducks',
  ].map((search) => toListTitle(parseListRequest(new URLSearchParams(search))));
  expect(titles).toEqual([
    'Songs',
    'Favorites',
    'Grade 1',
    'Grade 2',
    'Animals',
    'Search: ducks',
    'Popular: ducks',
  ]);
});
