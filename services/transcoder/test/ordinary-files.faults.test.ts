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

describe('ordinary files', () => {
  it.each(KINDS.map((kind) => [kind.name, kind] as const))(
    'every frame of an ordinary file is preserved: %s',
    async (_name, kind) => {
      expect(await findDifferences(bench, kind, extra)).toEqual([]);
    },
  );
});
