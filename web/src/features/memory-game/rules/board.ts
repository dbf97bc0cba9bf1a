import { game } from '@larksong/contracts';

import { hueOf, type Hue } from '../../../parts/game-cards/letter-card.ts';

/** Returns a number from 0 up to but not including 1. */
export type Random = () => number;

/** A cell of the board: a card, or null for the empty centre. */
type Cell = game.DealtItem | null;

/** The cells are listed row by row. */
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
  /** The position that stays empty. */
  hole?: number;
}

/** From large to small. The last layout cannot be chosen: it is for a letter with a single pair. */
const LAYOUTS: readonly Layout[] = [
  { name: '4x4', columns: 4, rows: 4, pairCount: 8 },
  { name: '3x3', columns: 3, rows: 3, pairCount: 4, hole: 4 },
  { name: '2x2', columns: 2, rows: 2, pairCount: 2 },
  { name: '2x1', columns: 2, rows: 1, pairCount: 1 },
];

/**
 * Places whole pairs face down in random order: on the grid, or on the largest smaller one that they fill. The order of
 * the server is random too, but without a network earlier cards are dealt again, and must be in other places. Omits
 * items without a second one of the same name; returns null if no pair is left.
 */
export function layBoard(items: readonly game.DealtItem[], grid: game.Grid, random: Random): Board | null {
  const pairs = game.shuffle(toPairs(items), random);
  const layout = fitLayout(grid, pairs.length);
  if (!layout) return null;
  const cells: Cell[] = game.shuffle(pairs.slice(0, layout.pairCount).flat(), random);
  if (layout.hole !== undefined) cells.splice(layout.hole, 0, null);
  return { columns: layout.columns, rows: layout.rows, cells };
}

function fitLayout(grid: game.Grid, pairCount: number): Layout | undefined {
  const largest = LAYOUTS.findIndex(({ name }) => name === grid);
  return LAYOUTS.slice(largest).find((layout) => layout.pairCount <= pairCount);
}

/**
 * Returns two cards of each name that has two. The server deals only whole pairs, but a smaller board takes some of
 * them and must not split one. A single card would make the game unwinnable.
 */
function toPairs(items: readonly game.DealtItem[]): game.DealtItem[][] {
  const byName = Map.groupBy(items, ({ name }) => name);
  return [...byName.values()].map((same) => same.slice(0, 2)).filter((same) => same.length === 2);
}

/** Returns the hue of a position: on small boards each card has its own, on larger ones each row. */
export function hueOfPlace({ columns }: Board, position: number): Hue {
  return hueOf(columns <= 2 ? position : Math.floor(position / columns));
}
