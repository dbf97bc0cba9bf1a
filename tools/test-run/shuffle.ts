import type { TestSpecification } from 'vitest/node';

import { createRandom, readSeed } from '../../packages/service-kit/src/testing/random.ts';

/** Returns the files of the long run in another order each time, so that none relies on one before it. */
export function shuffle(files: readonly TestSpecification[]): TestSpecification[] {
  const seed = readSeed();
  const random = createRandom(seed);
  console.log(`files in the order of SEED=${seed}`);
  return files
    .toSorted((one, other) => one.moduleId.localeCompare(other.moduleId))
    .map((file) => ({ file, place: random.next() }))
    .toSorted((one, other) => one.place - other.place)
    .map(({ file }) => file);
}
