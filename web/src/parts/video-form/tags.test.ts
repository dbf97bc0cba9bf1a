import { describe, expect, test } from 'vitest';

import { addTags, findTagProblem, listTags, NO_TAGS, removeTag, toTagDrafts, typeTag } from './tags.ts';

describe('a field of tags', () => {
  test('typed tags are added trimmed and once', () => {
    expect(addTags({ values: ['Food'], text: '  Animals ' })).toEqual({
      values: ['Food', 'Animals'],
      text: '',
    });
    expect(addTags({ values: ['Food'], text: 'Food' })).toEqual({ values: ['Food'], text: '' });
    expect(addTags({ values: [], text: ' , ' })).toEqual({ values: [], text: '' });
    expect(addTags({ values: [], text: '\u200B\u2060,Food' })).toEqual({ values: ['Food'], text: '' });
  });

  test('a comma adds the tag before it, also when many are pasted', () => {
    expect(typeTag({ values: [], text: 'Food' }, 'Food,')).toEqual({ values: ['Food'], text: '' });
    expect(typeTag({ values: [], text: '' }, 'Food, Animals, Clo')).toEqual({
      values: ['Food', 'Animals'],
      text: 'Clo',
    });
  });

  test('a tag can be removed', () => {
    expect(removeTag({ values: ['Food', 'Animals'], text: 'x' }, 'Food')).toEqual({
      values: ['Animals'],
      text: 'x',
    });
  });
});

test('only filled-in tags count, including the one that is being typed', () => {
  expect(
    listTags({
      ...NO_TAGS,
      grade: { values: ['Grade 1', 'Grade 2'], text: ' Grade 3 ' },
      author: { values: [], text: '  ' },
    }),
  ).toEqual([
    { tagType: 'grade', tagValue: 'Grade 1' },
    { tagType: 'grade', tagValue: 'Grade 2' },
    { tagType: 'grade', tagValue: 'Grade 3' },
  ]);
  expect(listTags(NO_TAGS)).toEqual([]);
});

test('the tags of a video are shown as they are stored', () => {
  const tags = [
    { tagType: 'grade', tagValue: 'Kindergarten' },
    { tagType: 'author', tagValue: 'Olive' },
  ] as const;
  expect(listTags(toTagDrafts(tags))).toEqual(tags);
});

test('a video has at most 50 tags of all types, including those being typed', () => {
  const values = Array.from({ length: 49 }, (_, number) => `Tag ${number}`);
  const fifty = { ...NO_TAGS, grade: { values, text: '' }, author: { values: ['Olive'], text: '' } };
  expect(findTagProblem(fifty)).toBeUndefined();
  expect(findTagProblem({ ...fifty, category: { values: [], text: 'Food' } })).toBe(
    'A video has at most 50 tags.',
  );
});
