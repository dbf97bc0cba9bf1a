/** One fault of a reliability line, as recorded by `@larksong/service-kit/testing/faults`. */
export interface FaultRow {
  /** Number of the line. */
  line: number;
  fault: string;
  asked: string;
  measured: string;
  /** Null if nothing was measured on purpose. */
  held: boolean | null;
}

const HEADS = ['line', 'fault', 'asked', 'measured', 'held'];

/** Parses the rows that the processes of a run appended to its file; returns them by line, then as recorded. */
export function readFaults(text: string): FaultRow[] {
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as FaultRow) // written by this workspace's own test support
    .toSorted((one, other) => one.line - other.line);
}

/** Returns the lines of a table of faults, a heading first; none without faults. */
export function toFaultTable(rows: FaultRow[]): string[] {
  if (rows.length === 0) return [];
  const cells = rows.map(({ line, fault, asked, measured, held }) => [
    String(line),
    fault,
    asked,
    measured,
    held === null ? '–' : held ? 'yes' : 'NO',
  ]);
  const all = [HEADS, ...cells];
  const widths = HEADS.map((_, column) => Math.max(...all.map((row) => (row[column] ?? '').length)));
  return all.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join(' | ')
      .trimEnd(),
  );
}
