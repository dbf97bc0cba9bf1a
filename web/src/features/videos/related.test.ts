import { expect, test } from 'vitest';

import { pickRelated, RELATED_BESIDE } from './related.ts';

function video(id: string, ...categories: string[]) {
  return { id, tags: categories.map((tagValue) => ({ tagType: 'category', tagValue })) };
}

test('the open video is not related to itself', () => {
  expect(pickRelated(video('a'), [video('a'), video('b')], 12).map(({ id }) => id)).toEqual(['b']);
});

test('videos that share more tags come first, the others keep their order', () => {
  const list = [video('plain'), video('one', 'Food'), video('other'), video('two', 'Food', 'Animals')];
  const open = video('open', 'Animals', 'Food');
  expect(pickRelated(open, list, 12).map(({ id }) => id)).toEqual(['two', 'one', 'plain', 'other']);
});

test('there are never more than the limit', () => {
  const list = Array.from({ length: 50 }, (_, index) => video(`v${index}`));
  expect(pickRelated(video('open'), list, RELATED_BESIDE)).toHaveLength(12);
  expect(pickRelated(video('open'), [], RELATED_BESIDE)).toEqual([]);
});
