import type { catalog } from '@larksong/contracts';
import { expect, test } from 'vitest';

import { toNoticeText, toShown } from './notice-list.ts';

const notice = (id: string): catalog.Notice => ({
  id,
  videoId: 'v',
  kind: 'ready',
  title: 'The Lark',
  message: null,
  createdAt: '2026-11-21T10:00:00.000Z',
});

test('a notice states the outcome of its video', () => {
  expect(toNoticeText(notice('a'))).toBe('“The Lark” is ready to watch.');
  expect(toNoticeText({ ...notice('a'), kind: 'failed', message: 'The file is cut off.' })).toBe(
    '“The Lark” could not be processed: The file is cut off.',
  );
  expect(toNoticeText({ ...notice('a'), kind: 'failed' })).toBe('“The Lark” could not be processed.');
});

test('the oldest two notices are shown, on a small screen the oldest one', () => {
  const all = ['a', 'b', 'c', 'd', 'e'].map(notice);
  const idsOf = (open: catalog.Notice[], isSmall: boolean) => {
    const { shown, waiting } = toShown(open, isSmall);
    return [shown.map(({ id }) => id).join(''), waiting];
  };
  expect(idsOf(all, false)).toEqual(['ab', 3]);
  expect(idsOf(all, true)).toEqual(['a', 4]);
  expect(idsOf(all.slice(0, 1), false)).toEqual(['a', 0]);
  expect(idsOf([], true)).toEqual(['', 0]);
});
