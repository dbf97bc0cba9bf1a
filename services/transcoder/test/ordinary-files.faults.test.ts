import { afterAll, beforeAll, describe, it } from 'vitest';

import { createBench, type Bench } from './support/bench.ts';
import { expectWhole } from './support/expect-kind.ts';
import { KINDS } from './support/kinds.ts';
import { writeExtraFiles } from './support/ordinary-files.ts';

let bench: Bench;
let extra: { subtitles: string; cover: string };
beforeAll(async () => {
  bench = await createBench();
  extra = await writeExtraFiles(bench.folder);
});
afterAll(() => bench.close());

describe('an ordinary file comes out frame by frame', () => {
  it.each(KINDS.map((kind) => [kind.name, kind] as const))('%s', (_name, kind) =>
    expectWhole(bench, kind, extra),
  );
});
