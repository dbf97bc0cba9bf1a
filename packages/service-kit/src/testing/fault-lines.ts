import { appendFileSync } from 'node:fs';

import { afterAll, expect } from 'vitest';

/**
 * A measured effect of a fault and its limit in the same unit: the value may be at most, or must be at least, the
 * limit.
 */
export type Figure = { measured: number; unit?: string } & ({ atMost: number } | { atLeast: number });

/** A line of the reliability table, as one test file shows it. */
interface FaultLine {
  /**
   * Records the figures of one fault for the table that `npm run test:faults` prints at its end, prints them, and fails
   * unless all hold.
   */
  prove: (fault: string, figures: Record<string, Figure>) => void;
  /** Records why nothing is measured here. */
  skip: (reason: string) => void;
}

/**
 * Returns the recorder of a reliability line; called once, at the top of a test file. If the file ends without a figure,
 * the table says so.
 */
export function faultLine(line: number): FaultLine {
  let count = 0;
  afterAll(() => {
    if (count > 0) return;
    record({ line, fault: 'nothing was measured', asked: '', measured: '', held: false });
  });
  return {
    prove(fault, figures) {
      count += 1;
      const entries = Object.entries(figures);
      const failed = entries.filter(([, figure]) => !holds(figure)).map(([name]) => name);
      const asked = entries.map(([name, figure]) => `${name} ${describeBound(figure)}`).join(', ');
      const measured = entries.map(([name, figure]) => `${name} ${describe(figure.measured, figure.unit)}`);
      record({ line, fault, asked, measured: measured.join(', '), held: failed.length === 0 });
      expect(failed, `line ${line}, ${fault}: ${measured.join(', ')}; asked: ${asked}`).toEqual([]);
    },
    skip(reason) {
      count += 1;
      record({ line, fault: 'skipped', asked: '', measured: reason, held: null });
    },
  };
}

function holds(figure: Figure): boolean {
  return 'atMost' in figure ? figure.measured <= figure.atMost : figure.measured >= figure.atLeast;
}

function describeBound(figure: Figure): string {
  if ('atLeast' in figure) return `≥ ${describe(figure.atLeast, figure.unit)}`;
  return figure.atMost === 0 ? '0' : `≤ ${describe(figure.atMost, figure.unit)}`;
}

function describe(value: number, unit?: string): string {
  const text = Number.isInteger(value) ? String(value) : value.toFixed(2);
  return unit === undefined ? text : `${text} ${unit}`;
}

interface Row {
  line: number;
  fault: string;
  asked: string;
  measured: string;
  /** Null if nothing was measured on purpose. */
  held: boolean | null;
}

/** Prints a row and appends it to the file that `LARKSONG_FAULTS_FILE` names, if it is set. */
function record(row: Row): void {
  const verdict = row.held === null ? '' : row.held ? ' (held)' : ' (NOT HELD)';
  process.stdout.write(`line ${row.line}, ${row.fault}: ${row.measured}${verdict}\n`);
  const file = process.env['LARKSONG_FAULTS_FILE'];
  if (file !== undefined) appendFileSync(file, `${JSON.stringify(row)}\n`);
}
