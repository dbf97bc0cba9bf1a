import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

import { expect, it } from 'vitest';

import { parseChildSeconds } from './media-metrics.ts';

it('the processor time of children is found behind a name with brackets and spaces', () => {
  const after = 'S 1 2 2 0 -1 4194560 100 200 0 0 50 60 123 77 20 0 11 0 900';
  expect(parseChildSeconds(`42 (a) b) (c) ${after}`)).toBe(2);
  expect(parseChildSeconds('')).toBeUndefined();
});

it.skipIf(process.platform !== 'linux')('a child that has ended, and its own child, add to the time', () => {
  const read = () => parseChildSeconds(readFileSync('/proc/self/stat', 'utf8')) ?? Number.NaN;
  const before = read();
  const burn = 'const end = process.cpuUsage().user + 3e5; while (process.cpuUsage().user < end);';
  spawnSync('sh', ['-c', `"${process.execPath}" -e '${burn}'; true`]);
  expect(read() - before).toBeGreaterThanOrEqual(0.25);
});
