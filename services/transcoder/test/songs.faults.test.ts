import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { createBench, type Bench } from './support/bench.ts';
import { listSongs } from './support/song-list.ts';
import { trySong } from './support/try-song.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await createBench();
});
afterAll(() => bench.close());

describe('songs of all kinds', () => {
  it.each(listSongs().map((spec) => [spec.name, spec] as const))(
    'a song without a picture becomes a video with every beep: %s',
    async (_name, spec) => {
      expect((await trySong(bench, spec)).problems).toEqual([]);
    },
  );
});
