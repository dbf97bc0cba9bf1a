import { readFile, writeFile } from 'node:fs/promises';

import { firstKinds } from '@larksong/service-kit/testing/random';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { createBench, type Bench } from './support/bench.ts';
import { ffmpeg } from './support/clips.ts';
import { transcodeHere } from './support/sources/try-source.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await createBench();
});
afterAll(() => bench.close());

const SIDE = 32;
const LOOK = [
  '-map',
  '0:v',
  '-vf',
  `scale=${SIDE}:${SIDE}:flags=area,format=gray`,
  '-f',
  'rawvideo',
  'pipe:1',
];
const PARAMETER_SETS = [7, 8];

/** Returns a stream of H.264 whose parameter sets are only at its beginning. */
async function makePart(name: string, seconds: number, encode: readonly string[]): Promise<Buffer> {
  const path = `${bench.folder}/${name}`;
  const grey = ['-f', 'lavfi', '-i', `testsrc2=s=160x96:r=25:d=${seconds},hue=s=0`];
  await ffmpeg([
    ...grey,
    '-c:v',
    'libx264',
    '-pix_fmt',
    'yuv420p',
    '-g',
    '25',
    ...encode,
    '-f',
    'h264',
    path,
  ]);
  const units = (await readFile(path)).toString('latin1').split('\0\0\x01').slice(1);
  const seen = new Set<number>();
  const kept = units.filter((unit) => {
    const kind = unit.charCodeAt(0) & 31;
    const isRepeated = PARAMETER_SETS.includes(kind) && seen.has(kind);
    seen.add(kind);
    return !isRepeated;
  });
  return Buffer.from(kept.map((unit) => `\0\0\0\x01${unit}`).join(''), 'latin1');
}

describe('a film in which a seek leads to other pictures', () => {
  it.each(
    firstKinds<[string, string, string[]]>('SOURCE_KINDS', 1, [
      ['another entropy coder', 'mkv', ['-preset', 'medium', '-bf', '0', '-qp', '35']],
      ['another quantiser', 'mp4', ['-preset', 'ultrafast', '-bf', '0', '-qp', '40']],
    ]),
  )('a film whose second part has %s is as decoded from the beginning (%s)', async (_, container, encode) => {
    const parts = [
      await makePart('a.h264', 3, ['-preset', 'ultrafast']),
      await makePart('b.h264', 11, encode),
    ];
    const joined = `${bench.folder}/joined.h264`;
    await writeFile(joined, Buffer.concat(parts));
    const path = `${bench.folder}/seek.${container}`;
    await ffmpeg(['-r', '25', '-i', joined, '-c', 'copy', path]);
    const { plan, segments } = await transcodeHere(bench, path, [1, 1, 1]);
    expect(plan.seekable).toBe(true); // by its index, this film can be cut into chunks
    const made = await ffmpeg(['-i', 'pipe:0', ...LOOK], await bench.join(segments, '360p'));
    const wanted = await ffmpeg(['-i', path, ...LOOK]);
    expect(made.length).toBe(wanted.length);
    const pixels = SIDE * SIDE;
    const differences = Array.from({ length: wanted.length / pixels }, (_frame, frame) => {
      let sum = 0;
      for (let at = frame * pixels; at < (frame + 1) * pixels; at += 1)
        sum += Math.abs((made[at] ?? 0) - (wanted[at] ?? 0));
      return sum / pixels;
    });
    expect(Math.max(...differences)).toBeLessThan(8);
  });
});
