import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { DOCTOR_IDS } from './finding.ts';

it('the handbook explains each kind of finding that only doctor has', () => {
  const page = readFileSync(join(import.meta.dirname, '../../../docs/operations/doctor.md'), 'utf8');
  const explained = page.matchAll(/^\| `([a-z-]+)` \|/gm);
  expect(new Set([...explained].map(([, id]) => id))).toEqual(new Set(DOCTOR_IDS));
});
