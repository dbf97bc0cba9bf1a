import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { expect, it } from 'vitest';

import { FAULT_FILES, FAULT_PARTS, listFaultFiles } from './fault-parts.ts';

const root = dirname(dirname(import.meta.dirname));
const filesOf = (name: string, filters: string[] = []) =>
  FAULT_PARTS.filter((part) => part.name === name).flatMap((part) => listFaultFiles(part, { root, filters }));

it('each file of the long tests is in one part', () => {
  const files = FAULT_PARTS.flatMap(({ name }) => filesOf(name));
  const all = globSync(FAULT_FILES, { cwd: root }).filter((path) => !path.includes('node_modules'));
  expect(files.toSorted()).toEqual([...new Set(all)].toSorted());
  expect(filesOf('servers')).toContain('e2e/reliability/redis-away.faults.test.ts');
  expect(filesOf('films')).toContain('services/transcoder/test/bombs.faults.test.ts');
});

it('a part of a path selects files, and no part runs files of another one', () => {
  expect(filesOf('servers', ['redis-away'])).toEqual(['e2e/reliability/redis-away.faults.test.ts']);
  expect(filesOf('films', ['redis-away'])).toEqual([]);
});

it('the page about testing names each part and its limit', () => {
  const page = readFileSync(join(root, 'docs', 'testing.md'), 'utf8');
  const rows = page.matchAll(/^\| `([a-z]+)` \| (\d+) minutes \|/gm);
  expect([...rows].map(([, name, minutes]) => [name, Number(minutes)])).toEqual(
    FAULT_PARTS.map(({ name, limitMinutes }) => [name, limitMinutes]),
  );
});
