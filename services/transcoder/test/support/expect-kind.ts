import { expect } from 'vitest';

import type { Bench } from './bench.ts';
import type { Kind } from './kinds.ts';
import { decodeFile, decodeSegments, makeOrdinaryFile } from './ordinary-files.ts';
import { transcode } from './whole-video.ts';

/** Makes a file of a kind, takes it through all units, and compares frame by frame what comes out with what is in it. */
export async function expectWhole(
  bench: Bench,
  kind: Kind,
  extra: { subtitles: string; cover: string },
): Promise<void> {
  const path = await makeOrdinaryFile(kind, { folder: bench.folder, extra });
  const { segments } = await transcode(bench, path);
  const source = await decodeFile(path, kind.sound !== false);
  const made = await decodeSegments(bench, segments);
  const [begin, start] = [source.times[0] ?? 0, made.times[0] ?? 0];
  expect(made.times).toHaveLength(made.numbers.length);
  // Where the source lets a frame stand longer, as encoders do that leave some out, it is repeated at a constant rate.
  const isNew = made.numbers.map((number, index) => index === 0 || number !== made.numbers[index - 1]);
  expect(made.numbers.filter((_, index) => isNew[index])).toEqual(source.numbers);
  const times = made.times.filter((_, index) => isNew[index]);
  for (const [index, time] of times.entries())
    expect(Math.abs(time - start - ((source.times[index] ?? 0) - begin))).toBeLessThan(0.01);
  const end = (source.times.at(-1) ?? 0) - begin;
  expect((made.times.at(-1) ?? 0) - start).toBeLessThan(end + 0.01);
  if (kind.sound === false) return;
  const lag = (made.beep ?? Infinity) - start - ((source.beep ?? 0) - begin);
  expect(Math.abs(lag), `the sound is off by ${lag.toFixed(3)} s`).toBeLessThan(0.02);
}
