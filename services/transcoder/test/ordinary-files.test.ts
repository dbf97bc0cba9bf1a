import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { createBench, type Bench } from './support/bench.ts';
import { findDifferences } from './support/compare-kind.ts';
import { KINDS } from './support/kinds.ts';
import { writeExtraFiles } from './support/ordinary-files.ts';

let bench: Bench;
let extra: { subtitles: string; cover: string };
beforeAll(async () => {
  bench = await createBench();
  extra = await writeExtraFiles(bench.folder);
});
afterAll(() => bench.close());

/** The kinds whose frames are displayed later than their packets state; `npm run test:faults` covers all kinds. */
const NAMES = [
  'MPEG-4 with pictures out of order in AVI',
  'Xvid in AVI',
  'QuickTime Animation',
  'a transport stream that begins between key frames',
  'an edit list that skips the beginning',
];

describe('ordinary files', () => {
  const kinds = KINDS.filter((kind) => NAMES.includes(kind.name));
  it.each(kinds.map((kind) => [kind.name, kind] as const))(
    'every frame of an ordinary file is preserved: %s',
    async (_name, kind) => {
      expect(await findDifferences(bench, kind, extra)).toEqual([]);
    },
  );
});
