import { describe, expect, test } from 'vitest';

import { isSameFilter, listChips, matchesFilter, parseFilter, toFilterText, toSort } from './filters.ts';

function graded(...grades: string[]) {
  return { tags: grades.map((tagValue) => ({ tagType: 'grade' as const, tagValue })) };
}

describe('the filter in the address', () => {
  test.each(['newest', 'popular', 'grade:Grade 1', 'grade:a:b'])(
    '%s survives being read and written',
    (text) => {
      expect(toFilterText(parseFilter(text))).toBe(text);
    },
  );

  test.each([null, '', 'nonsense', 'grade:', 'grade:  '])('%s shows everything', (text) => {
    expect(parseFilter(text)).toEqual({ kind: 'all' });
    expect(toFilterText(parseFilter(text))).toBeUndefined();
  });

  test('only Recently uploaded and Popular ask the server to sort', () => {
    expect(toSort({ kind: 'newest' })).toBe('newest');
    expect(toSort({ kind: 'popular' })).toBe('most_viewed');
    expect(toSort({ kind: 'all' })).toBeUndefined();
    expect(toSort({ kind: 'grade', grade: 'Kindergarten' })).toBeUndefined();
  });

  test('two grades are different filters', () => {
    expect(isSameFilter({ kind: 'grade', grade: 'A' }, { kind: 'grade', grade: 'A' })).toBe(true);
    expect(isSameFilter({ kind: 'grade', grade: 'A' }, { kind: 'grade', grade: 'B' })).toBe(false);
    expect(isSameFilter({ kind: 'all' }, { kind: 'newest' })).toBe(false);
  });
});

describe('grades', () => {
  test('a video matches by its grade tag, not by another tag of the same value', () => {
    const filter = { kind: 'grade', grade: 'Animals' } as const;
    expect(matchesFilter(graded('Grade 1', 'Animals'), filter)).toBe(true);
    expect(matchesFilter({ tags: [{ tagType: 'category', tagValue: 'Animals' }] }, filter)).toBe(false);
    expect(matchesFilter(graded('animals'), filter)).toBe(false);
    expect(matchesFilter(graded(), { kind: 'popular' })).toBe(true);
  });

  test('each grade has one chip, in reading order after the fixed ones', () => {
    const videos = [graded('Grade 10'), graded('Grade 2', 'Kindergarten'), graded('Grade 2')];
    expect(listChips(videos, { kind: 'all' }).map((chip) => chip.label)).toEqual([
      'All',
      'Recently uploaded',
      'Popular',
      'Grade 2',
      'Grade 10',
      'Kindergarten',
    ]);
  });

  test('a chosen grade keeps its chip when no loaded video has it', () => {
    const labels = listChips([graded('Grade 1')], { kind: 'grade', grade: 'Grade 9' }).map(
      (chip) => chip.label,
    );
    expect(labels).toContain('Grade 9');
  });
});
