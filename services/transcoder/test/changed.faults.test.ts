import { readFile, writeFile } from 'node:fs/promises';

import { firstKinds } from '@larksong/service-kit/testing/random';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { InputError } from '../src/failure.ts';
import { createBench, type Bench } from './support/bench.ts';
import { ffmpeg } from './support/clips.ts';
import { findSignals, H264, signalInputs } from './support/signals.ts';
import { transcodeHere } from './support/sources/try-source.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await createBench();
});
afterAll(() => bench.close());

interface Part {
  seconds: number;
  size?: string;
  encode: readonly string[];
}

/** Makes a broadcast of parts in different forms, one after the other on one timeline. */
async function makeChanged(name: string, parts: Part[]): Promise<string> {
  const written: Buffer[] = [];
  let start = 0;
  for (const [index, { seconds, size, encode }] of parts.entries()) {
    const part = `${bench.folder}/${index}-${name}`;
    await ffmpeg([...signalInputs(seconds, size), ...encode, '-output_ts_offset', String(start), part]);
    written.push(await readFile(part));
    start += seconds;
  }
  const path = `${bench.folder}/${name}`;
  await writeFile(path, Buffer.concat(written));
  return path;
}

async function expectWhole(path: string, seconds: number): Promise<void> {
  const { durationSeconds, segments } = await transcodeHere(bench, path);
  expect(Math.abs(durationSeconds - seconds)).toBeLessThan(0.1);
  const { flashes, beeps } = await findSignals(bench, segments);
  expect(flashes).toHaveLength(seconds);
  expect(beeps).toHaveLength(seconds);
  for (const [index, flash] of flashes.entries()) {
    expect(Math.abs(flash - index)).toBeLessThan(0.1);
    expect(Math.abs((beeps[index] ?? 0) - flash)).toBeLessThan(0.045);
  }
}

const sound = (...options: string[]) => [...H264, ...options];
const MP2 = sound('-c:a', 'mp2');

describe('streams that change their form', () => {
  it.each(
    firstKinds('SOURCE_KINDS', 1, [
      ['the sample rate', ['44100', '48000', '44100'].map((rate) => sound('-c:a', 'mp2', '-ar', rate))],
      ['the number of channels', ['2', '6'].map((count) => sound('-c:a', 'ac3', '-ac', count))],
    ]),
  )('sound whose form changes is published whole: %s', async (_, forms) => {
    const parts = forms.map((encode) => ({ seconds: 2, encode }));
    await expectWhole(await makeChanged('sound.ts', parts), 2 * forms.length);
  });

  it.each(
    firstKinds<[string, Omit<Part, 'encode'>, Omit<Part, 'encode'>, string[]]>('SOURCE_KINDS', 1, [
      ['smaller and turned', { seconds: 3, size: '320x192' }, { seconds: 2, size: '96x160' }, MP2],
      ['interlaced', { seconds: 3 }, { seconds: 2 }, [...MP2, '-flags', '+ildct', '-x264opts', 'tff=1']],
      ['larger', { seconds: 4, size: '160x96' }, { seconds: 2, size: '320x192' }, MP2],
      ['another format', { seconds: 2 }, { seconds: 3 }, [...MP2, '-pix_fmt', 'yuv422p10le']],
    ]),
  )('pictures whose form changes are published whole: %s', async (_, first, second, encode) => {
    const parts = [
      { ...first, encode: MP2 },
      { ...second, encode },
    ];
    await expectWhole(await makeChanged('picture.ts', parts), first.seconds + second.seconds);
  });

  it('segments that are not as planned are the fault of the file, and never of the moment', async () => {
    const path = `${bench.folder}/plain.mkv`;
    await ffmpeg([...signalInputs(5), ...MP2, path]);
    const videoId = await bench.addSource(path);
    const plan = await bench.plan(videoId);
    const wrong = { ...plan, rungs: plan.rungs.map((rung) => ({ ...rung, frameRate: '20/1' })) };
    const chunk = { startSeconds: 0, endSeconds: 4, firstSegment: 0, segmentCount: 1 };
    const error = await bench
      .run({ kind: 'video-chunk', videoId, plan: wrong, chunk })
      .catch((one: unknown) => one);
    expect(error).toBeInstanceOf(InputError);
    expect((error as Error).message).not.toMatch(/grid|try again/);
  });
});
