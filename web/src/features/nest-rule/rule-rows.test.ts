// @vitest-environment node
import { expect, it } from 'vitest';

import { findRow, moveRow, withoutRow, withRow, type RowOf } from './rule-rows.ts';

const LIST: RowOf = { kind: 'list', listId: 'list' };
const TAG: RowOf = { kind: 'tag', tagType: 'grade', tagValue: 'Kindergarten' };

it('ticks add rows at the end, with different looks for tags, and remove them again', () => {
  const rows = [LIST, TAG, { kind: 'everything' } as const].reduce(
    (before, row, index) => withRow(before, row, () => `row-${index}`),
    [] as ReturnType<typeof withRow>,
  );
  expect(rows).toEqual([
    { id: 'row-0', isLearning: false, kind: 'list', listId: 'list' },
    { id: 'row-1', isLearning: false, ...TAG, sign: 'moon', hue: 'tangerine' },
    { id: 'row-2', isLearning: false, kind: 'everything', sign: 'car', hue: 'leaf' },
  ]);
  expect(findRow(rows, TAG)).toBe(rows[1]);
  expect(findRow(rows, { ...TAG, tagValue: 'Grade 1' })).toBeUndefined();
  expect(withoutRow(rows, rows[1]!).map(({ id }) => id)).toEqual(['row-0', 'row-2']);
});

it('a new row has a random id as the service wants it', () => {
  const [row] = withRow([], LIST);
  expect(row?.id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
});

it('rows move by places, and stay at the ends', () => {
  const rows = [LIST, TAG, { kind: 'everything' } as const].reduce(
    (before, row, index) => withRow(before, row, () => `row-${index}`),
    [] as ReturnType<typeof withRow>,
  );
  const idsAfter = (index: number, places: number) =>
    moveRow(rows, rows[index]!, places)
      .map(({ id }) => id.at(-1))
      .join('');
  expect(idsAfter(0, 1)).toBe('102');
  expect(idsAfter(2, -1)).toBe('021');
  expect(idsAfter(0, -1)).toBe('012');
  expect(idsAfter(2, 1)).toBe('012');
});
