import { firstKinds, isLongRun, readCount } from '@larksong/service-kit/testing/random';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { createBench, type Bench } from './support/bench.ts';
import { numbersOfSources, seedOfSources } from './support/sources/choose-sources.ts';
import { damagedSpecOf, slidesSpecOf, specOf } from './support/sources/generate.ts';
import { writeExtraFiles, type ExtraFiles } from './support/sources/make-source.ts';
import { describeSource, nameSource } from './support/sources/source-spec.ts';
import { transcodeHere, trySource } from './support/sources/try-source.ts';

/** The same each time; `npm run test:faults` tries others. */
const SEED = seedOfSources(20_261_122);
/** Each codec in its usual container comes first, the most common ones before the others. */
const SOURCES = readCount('ANY_SOURCES', 2);

let bench: Bench;
let extra: ExtraFiles;
beforeAll(async () => {
  bench = await createBench();
  extra = await writeExtraFiles(bench.folder);
});
afterAll(() => bench.close());

describe('any source', () => {
  const sources = numbersOfSources(SOURCES).map((number) => specOf(SEED, number));
  it.each(sources.map((spec) => [describeSource(spec), nameSource(spec), spec] as const))(
    'a source is shown frame by frame, or refused: %s (%s)',
    async (_what, _name, spec) => {
      const transcode = (path: string) => transcodeHere(bench, path);
      const { problems } = await trySource({ bench, extra, transcode }, spec);
      expect(problems).toEqual([]);
    },
  );

  it.each(
    firstKinds('SOURCE_KINDS', 1, [
      ['a start between key frames', 2_018, 89], // HEVC, whose decoder outputs grey pictures first
      ['trembling times', 1_003, 102], // a last frame that is early and has no duration
      ['an edit list that skips the beginning', 510_061_929, 109], // AV1, whose decoder returns what is skipped
      ['fields', 518_650_102, 96], // a last frame that is held, of two different fields
      ['turned by 270°', 510_061_929, 94], // interlaced: deinterlaced before it is turned
      ['a start between key frames', 2_017, 98], // MPEG-4 in a transport stream, likewise
      ['subtitles', 518_650_102, 39], // a palette, which ffmpeg loses when it seeks
      ['a live recording', 518_650_102, 278], // without a duration, and with one that ffprobe guesses from the sound's rate
      ['high dynamic range (PQ)', 518_650_102, 211], // white at 203 cd/m²
      ['a falling rate', 33_291_101, 105], // frames that are decoded long before they are shown
    ]),
  )('no frame is lost, torn or added: %s (SEED=%i SOURCES=%i)', async (trait, seed, number) => {
    const spec = specOf(seed, number, { isLong: true });
    expect(spec.traits).toContain(trait);
    const transcode = (path: string) => transcodeHere(bench, path, [1, 1, 1]);
    expect((await trySource({ bench, extra, transcode }, spec)).problems).toEqual([]);
  });

  it.runIf(isLongRun)(
    'slides that are shown for seconds each are published at their times, in a broadcast as well',
    async () => {
      const transcode = (path: string) => transcodeHere(bench, path);
      const spec = slidesSpecOf(626_412_305, 1);
      expect(describeSource(spec)).toMatch(/^ts: .+ at 1\/\d/);
      expect((await trySource({ bench, extra, transcode }, spec)).problems).toEqual([]);
    },
  );

  it('a source from which ffmpeg makes a segment without frames is refused with a sentence', async () => {
    const transcode = (path: string) => transcodeHere(bench, path, [1, 1, 1]);
    const { end, problems } = await trySource({ bench, extra, transcode }, damagedSpecOf(191_056_094, 3));
    expect(problems).toEqual([]);
    expect(end).toBe('refused');
  });
});
