/** Cells in rows and columns; those that are missing or null are skipped. */
interface Cells {
  columns: number;
  rows: number;
  cells: readonly unknown[];
}

/** The columns and rows by which a key moves. */
const STEPS: Record<string, readonly [columns: number, rows: number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/**
 * Returns the position to which a key moves the focus, following the ARIA grid pattern: arrows stop at the edges and
 * skip the empty centre; Home and End move within the row, with Ctrl across the board. Undefined for any other key.
 */
export function moveByKey(
  board: Cells,
  from: number,
  { key, ctrlKey }: { key: string; ctrlKey: boolean },
): number | undefined {
  const { columns, cells } = board;
  if (key === 'Home' || key === 'End') {
    const start = ctrlKey ? 0 : from - (from % columns);
    const end = ctrlKey ? cells.length - 1 : start + columns - 1;
    return key === 'Home' ? start : end;
  }
  const step = STEPS[key];
  return step && walk(board, from, step);
}

function walk(board: Cells, from: number, [columns, rows]: readonly [number, number]): number {
  let column = from % board.columns;
  let row = Math.floor(from / board.columns);
  do {
    column += columns;
    row += rows;
    if (column < 0 || column >= board.columns || row < 0 || row >= board.rows) return from;
  } while (!board.cells[row * board.columns + column]);
  return row * board.columns + column;
}
