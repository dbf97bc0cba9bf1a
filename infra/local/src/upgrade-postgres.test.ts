import { expect, it } from 'vitest';

import { LAST_VERSIONS } from './older-postgres.ts';
import { readPostgresMajor } from './postgres-binaries.ts';
import { neededBytes, toNextStep } from './upgrade-postgres.ts';

const NONE = { present: undefined, hasNext: false, hasOld: false };

it.each([
  ['none', NONE],
  ['none', { ...NONE, present: 18 }],
  ['none', { present: 18, hasNext: false, hasOld: true }],
  ['none', { present: 18, hasNext: true, hasOld: false }],
  ['move', { ...NONE, present: 17 }],
  ['move', { present: 17, hasNext: true, hasOld: false }],
  ['finish', { present: undefined, hasNext: true, hasOld: true }],
  ['return', { present: undefined, hasNext: false, hasOld: true }],
  ['newer', { ...NONE, present: 19 }],
] as const)('a start does the step "%s" with the clusters %o', (step, found) => {
  expect(toNextStep(found, 18)).toBe(step);
});

it('a move needs room for the restore point and the new cluster', () => {
  expect(neededBytes(1024 ** 3)).toBe(2.25 * 1024 ** 3);
});

it('the databases of every major version from 17 on can be moved', async () => {
  const major = await readPostgresMajor();
  for (let each = 17; each <= major; each += 1)
    expect(LAST_VERSIONS[each], `Postgres ${each}`).toMatch(new RegExp(`^${each}\\.`));
});
