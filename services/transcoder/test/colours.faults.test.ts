import { firstKinds } from '@larksong/service-kit/testing/random';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { createBench, type Bench } from './support/bench.ts';
import { ffmpeg } from './support/clips.ts';
import { transcodeHere } from './support/sources/try-source.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await createBench();
});
afterAll(() => bench.close());

const STATED = {
  transfer: ['-color_trc', 'smpte2084'],
  primaries: ['-color_primaries', 'bt2020'],
  matrix: ['-colorspace', 'bt2020nc'],
};

/** Returns the first picture of a clip in high dynamic range that states only some of its properties. */
async function firstPictureOf(name: string, stated: (keyof typeof STATED)[]): Promise<Buffer> {
  const path = `${bench.folder}/${name}.mp4`;
  const encoder = ['-c:v', 'libx265', '-preset', 'ultrafast', '-x265-params', 'log-level=none'];
  await ffmpeg([
    ...['-f', 'lavfi', '-i', 'testsrc2=s=320x180:r=25:d=1', ...encoder, '-pix_fmt', 'yuv420p10le'],
    ...[...stated.flatMap((property) => STATED[property]), path],
  ]);
  const { segments } = await transcodeHere(bench, path);
  const output = ['-frames:v', '1', '-f', 'rawvideo', '-pix_fmt', 'rgb24', 'pipe:1'];
  return ffmpeg(['-i', 'pipe:0', ...output], await bench.join(segments, '360p'));
}

it('a source in high dynamic range that states only its transfer function looks like one that states everything', async () => {
  const complete = await firstPictureOf('complete', ['transfer', 'primaries', 'matrix']);
  expect(complete.length).toBe(320 * 180 * 3);
  const kinds = [['transfer'], ['transfer', 'matrix'], ['transfer', 'primaries']] as const;
  for (const stated of firstKinds('SOURCE_KINDS', 1, kinds))
    expect(complete.equals(await firstPictureOf(stated.join('-'), [...stated])), stated.join(' and ')).toBe(
      true,
    );
});
