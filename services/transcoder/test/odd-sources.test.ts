import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { createBench, type Bench } from './support/bench.ts';
import { ffmpeg } from './support/clips.ts';
import { transcode } from './support/whole-video.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await createBench();
});
afterAll(() => bench.close());

const X264 = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p'];

/** Makes a clip from a moving test picture. */
async function make(name: string, picture: string, output: string[]): Promise<string> {
  const path = `${bench.folder}/${name}`;
  await ffmpeg(['-f', 'lavfi', '-i', `testsrc2=s=160x96:${picture}`, ...output, path]);
  return path;
}

async function planOf(path: string) {
  return bench.plan(await bench.addSource(path));
}

describe('the last picture', () => {
  it.each([
    ['4 slides of 15 s in Matroska', 'slides.mkv', 'r=1/15:d=60', X264, 60],
    ['4 slides of 10 s in MP4', 'slides.mp4', 'r=1/10:d=40', X264, 40],
    ['one frame a second in MP4', 'slow.mp4', 'r=1:d=30', X264, 30],
    ['one frame a second in a transport stream', 'slow.ts', 'r=1:d=10', X264, 10],
    ['one frame a second in Flash', 'slow.flv', 'r=1:d=10', X264, 10],
  ])(
    'the last picture is shown as long as the file says: %s',
    async (_what, name, picture, output, seconds) => {
      const plan = await planOf(await make(name, picture, output));
      expect(plan.durationSeconds).toBeCloseTo(seconds, 1);
    },
  );

  it('a slide show without sound is published as long as it is', async () => {
    const video = await transcode(bench, await make('whole.mkv', 'r=1/4:d=16', X264));
    expect(video.durationSeconds).toBeCloseTo(16, 2);
  });
});
