import type { game } from '@larksong/contracts';

/** A number from 0 up to but not including 1. */
export type Random = () => number;

/** A place on the board: a card, or null for the empty centre. */
type Cell = game.Item | null;

/** Cells row by row. */
export interface Board {
  columns: number;
  rows: number;
  cells: readonly Cell[];
}

interface Layout {
  name: game.Grid | '2x1';
  columns: number;
  rows: number;
  pairCount: number;
  /** The cell that stays empty. */
  hole?: number;
}

/** From large to small. The last one is no grid to choose: it is for a letter that has one pair only. */
const LAYOUTS: readonly Layout[] = [
  { name: '4x4', columns: 4, rows: 4, pairCount: 8 },
  { name: '3x3', columns: 3, rows: 3, pairCount: 4, hole: 4 },
  { name: '2x2', columns: 2, rows: 2, pairCount: 2 },
  { name: '2x1', columns: 2, rows: 1, pairCount: 1 },
];

/**
 * Lays whole pairs face down in random order: on the grid, or on the largest smaller one that they fill.
 * Items of which there is no second one with the same name are left out; null when no pair is left.
 */
export function layBoard(items: readonly game.Item[], grid: game.Grid, random: Random): Board | null {
  const pairs = shuffle(toPairs(items), random);
  const layout = fitLayout(grid, pairs.length);
  if (!layout) return null;
  const cells: Cell[] = shuffle(pairs.slice(0, layout.pairCount).flat(), random);
  if (layout.hole !== undefined) cells.splice(layout.hole, 0, null);
  return { columns: layout.columns, rows: layout.rows, cells };
}

function fitLayout(grid: game.Grid, pairCount: number): Layout | undefined {
  const largest = LAYOUTS.findIndex(({ name }) => name === grid);
  return LAYOUTS.slice(largest).find((layout) => layout.pairCount <= pairCount);
}

/**
 * Two cards of each name that has two. The server deals whole pairs alone; a smaller board takes some of them, and must
 * not take half of one. A card without its second one would make the game unwinnable, whoever dealt it.
 */
function toPairs(items: readonly game.Item[]): game.Item[][] {
  const byName = Map.groupBy(items, ({ name }) => name);
  return [...byName.values()].map((same) => same.slice(0, 2)).filter((same) => same.length === 2);
}

/**
 * A new list in random order (Fisher–Yates). The server's order is random, too, but cards that were dealt before are
 * dealt again without network, and are to lie in other places then.
 */
function shuffle<Value>(values: readonly Value[], random: Random): Value[] {
  const shuffled = [...values];
  for (let last = shuffled.length - 1; last > 0; last -= 1) {
    const index = Math.floor(random() * (last + 1));
    const moved = shuffled[last] as Value; // both indexes are inside
    shuffled[last] = shuffled[index] as Value;
    shuffled[index] = moved;
  }
  return shuffled;
}

/** The colours that card backs, and letters to choose, have by their place. */
const HUES = ['lake', 'tangerine', 'leaf', 'rose', 'plum', 'lagoon'] as const;
export type Hue = (typeof HUES)[number];

/** The hue of a place: on small boards each has its own, on larger ones each row. */
export function hueOfPlace({ columns }: Board, position: number): Hue {
  return hueOf(columns <= 2 ? position : Math.floor(position / columns));
}

/** The hue number `index`, in turn. */
export function hueOf(index: number): Hue {
  return HUES[index % HUES.length] ?? 'lake';
}
