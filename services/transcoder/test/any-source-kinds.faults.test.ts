import { readFile, writeFile } from 'node:fs/promises';

import { faultLine } from '@larksong/service-kit/testing/faults';
import { readCount, readSeed } from '@larksong/service-kit/testing/random';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { InputError } from '../src/failure.ts';
import { createBench, decode, type Bench } from './support/bench.ts';
import { damage } from './support/sources/damage.ts';
import { cutOffSpecOf, slidesSpecOf } from './support/sources/generate.ts';
import { makeSource, writeExtraFiles, type ExtraFiles } from './support/sources/make-source.ts';
import { describeSource, nameSource, numberOf, type SourceSpec } from './support/sources/source-spec.ts';
import { transcodeHere, trySource, type Made } from './support/sources/try-source.ts';
import { watch } from './support/sources/watch.ts';

const line = faultLine(33);
const SEED = readSeed();
const SLIDES = readCount('SLOW_SLIDES', 20);
const CUT_OFF = readCount('CUT_OFF_SOURCES', 40);
process.stdout.write(`any source, further kinds: SEED=${SEED}\n`);

let bench: Bench;
let extra: ExtraFiles;
beforeAll(async () => {
  bench = await createBench();
  extra = await writeExtraFiles(bench.folder);
});
afterAll(() => bench.close());

/** Tries sources one after another and returns the problems of each. */
async function tryAll(
  sources: SourceSpec[],
  problemOf: (spec: SourceSpec) => Promise<string>,
): Promise<string[]> {
  const wrong: string[] = [];
  for (const spec of sources) {
    const problem = await problemOf(spec).catch(String);
    if (problem === '') continue;
    wrong.push(`${nameSource(spec)} (${describeSource(spec)}): ${problem}`);
    process.stdout.write(`${wrong.at(-1)}\n`);
  }
  return wrong;
}

const numbers = (count: number) => Array.from({ length: count }, (_, number) => number);

describe('sources of further kinds', () => {
  it('slides that are shown for seconds are published at their times', async () => {
    const transcode = (path: string) => transcodeHere(bench, path, [1, 1, 1]);
    const sources = numbers(SLIDES).map((number) => slidesSpecOf(SEED, number));
    const wrong = await tryAll(sources, async (spec) => {
      const { end, problems } = await trySource({ bench, extra, transcode }, spec);
      return end === 'completed' ? problems.join('; ') : `${end}: ${problems.join('; ')}`;
    });
    line.prove('slow slides', {
      sources: { measured: sources.length, atLeast: SLIDES },
      wrong: { measured: wrong.length, atMost: 0 },
    });
    expect(wrong).toEqual([]);
  });

  it('of a recording that was cut off, what is offered is what is published', async () => {
    let offered = 0;
    const sources = numbers(CUT_OFF).map((number) => cutOffSpecOf(SEED, number));
    const wrong = await tryAll(sources, async (spec) => {
      const path = await makeSource(spec, bench.folder, extra);
      await writeFile(path, damage(spec, await readFile(path)));
      const first = await transcodeHere(bench, path).catch((error: unknown) => error);
      if (!(first instanceof Error)) return '';
      if (!(first instanceof InputError)) return String(first);
      const { message, readable } = first;
      if (!readable) return /^[A-Z].*\.$/s.test(message) ? '' : `it is no sentence: ${message}`;
      offered += 1;
      return judgeAccepted(spec, await transcodeHere(bench, path, [1], readable), readable.endSeconds);
    });
    line.prove('recordings that were cut off', {
      sources: { measured: sources.length, atLeast: CUT_OFF },
      'accepted as offered': { measured: offered, atLeast: 1 },
      wrong: { measured: wrong.length, atMost: 0 },
    });
    expect(wrong).toEqual([]);
  });
});

/** Returns the problems of the published part of a recording. */
async function judgeAccepted(spec: SourceSpec, made: Made, endSeconds: number): Promise<string> {
  const { durationSeconds, plan, segments } = made;
  for (const { resolution } of plan.rungs) await decode(await bench.join(segments, resolution));
  const { frames } = await watch(bench, segments, plan.rungs[0]?.resolution ?? '360p');
  const shown = frames.flatMap(({ number }) => number ?? []);
  if (shown.some((number, index) => index > 0 && number < (shown[index - 1] ?? 0)))
    return `pictures go back: ${shown.join(' ')}`;
  const lastSeconds = ((shown.at(-1) ?? 0) + 1) / (numberOf(spec.rate) * (spec.fields ? 2 : 1));
  const apart = Math.max(Math.abs(lastSeconds - durationSeconds), Math.abs(durationSeconds - endSeconds));
  return apart > 0.5
    ? `offered ${endSeconds} s, published ${durationSeconds} s, the last picture is of ${lastSeconds} s`
    : '';
}
