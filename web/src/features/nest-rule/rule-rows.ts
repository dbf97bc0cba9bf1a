import { catalog } from '@larksong/contracts';

import { createRandomId } from '../../api/random-id.ts';

/** What a row shows, without its id and its look. */
export type RowOf =
  | { kind: 'list'; listId: string }
  | { kind: 'tag'; tagType: catalog.TagType; tagValue: string }
  | { kind: 'everything' };

const keyOf = (row: RowOf) =>
  row.kind === 'list' ? row.listId : row.kind === 'tag' ? `${row.tagType} ${row.tagValue}` : row.kind;

/** Returns the row that shows the same, or undefined. */
export function findRow(rows: readonly catalog.NestRow[], wanted: RowOf): catalog.NestRow | undefined {
  return rows.find((row) => row.kind === wanted.kind && keyOf(row) === keyOf(wanted));
}

/** Appends a row. Signs and hues of tags differ from row to row, until the grown-up picks others. */
export function withRow(
  rows: readonly catalog.NestRow[],
  wanted: RowOf,
  createId: () => string = createRandomId,
): catalog.NestRow[] {
  const place = rows.length;
  const look = {
    sign: catalog.LIST_SIGNS[place % catalog.LIST_SIGNS.length] ?? 'sun',
    hue: catalog.CHIP_HUES[place % catalog.CHIP_HUES.length] ?? 'lake',
  };
  const base = { id: createId(), isLearning: false };
  return [...rows, wanted.kind === 'list' ? { ...base, ...wanted } : { ...base, ...look, ...wanted }];
}

/** Removes a row. */
export function withoutRow(rows: readonly catalog.NestRow[], gone: catalog.NestRow): catalog.NestRow[] {
  return rows.filter(({ id }) => id !== gone.id);
}

/** Moves a row by some places, at most to either end. */
export function moveRow(
  rows: readonly catalog.NestRow[],
  moved: catalog.NestRow,
  places: number,
): catalog.NestRow[] {
  const from = rows.findIndex(({ id }) => id === moved.id);
  return backAt(withoutRow(rows, moved), moved, Math.max(0, from + places));
}

/** Puts a row at a place, at most at the end; not if there is one that shows the same. */
export function backAt(
  rows: readonly catalog.NestRow[],
  row: catalog.NestRow,
  place: number,
): catalog.NestRow[] {
  return findRow(rows, row) ? [...rows] : rows.toSpliced(place, 0, row);
}
