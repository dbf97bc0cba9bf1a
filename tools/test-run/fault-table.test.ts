import { expect, it } from 'vitest';

import { readFaults, toFaultTable, type FaultRow } from './fault-table.ts';

it('the recorded faults are a table by line, with those that did not hold', () => {
  const rows: FaultRow[] = [
    { line: 9, fault: 'deleted', asked: 'objects 0', measured: 'objects 2', held: false },
    { line: 7, fault: 'skipped', asked: '', measured: 'no root', held: null },
    { line: 4, fault: 'Redis emptied', asked: 'lost 0', measured: 'lost 0', held: true },
  ];
  const text = rows.map((row) => `${JSON.stringify(row)}\n`).join('');
  expect(toFaultTable(readFaults(text))).toEqual([
    'line | fault         | asked     | measured  | held',
    '4    | Redis emptied | lost 0    | lost 0    | yes',
    '7    | skipped       |           | no root   | –',
    '9    | deleted       | objects 0 | objects 2 | NO',
  ]);
});

it('a run without faults prints no table', () => {
  expect(toFaultTable(readFaults(''))).toEqual([]);
});
