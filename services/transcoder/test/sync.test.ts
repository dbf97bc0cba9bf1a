import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { createBench, type Bench } from './support/bench.ts';
import { ffmpeg } from './support/clips.ts';
import { findSignals } from './support/signals.ts';
import { transcodeHere } from './support/sources/try-source.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await createBench();
});
afterAll(() => bench.close());

const RATE = 48_000;
const FRAMES = 25;
/** Times in seconds at which a flash and a beep begin together; both last a tenth of a second. */
const MOMENTS = [1, 3, 5.48, 9] as const;

/** Makes a clip of 10 s with simultaneous flashes and beeps. */
async function makeFlashes(name: string, output: string[]): Promise<string> {
  const path = `${bench.folder}/${name}`;
  const at = MOMENTS.map((moment) => `between(t,${moment - 0.001},${moment + 0.099})`).join('+');
  const tone = MOMENTS.map((moment) => `between(t,${moment},${moment + 0.1})`).join('+');
  await ffmpeg(
    [
      ['-f', 'lavfi', '-i', `color=black:s=160x96:r=${FRAMES}:d=10,drawbox=c=white:t=fill:enable='${at}'`],
      ['-f', 'lavfi', '-i', `aevalsrc='0.8*sin(2*PI*1000*t)*(${tone})':s=${RATE}:d=10`],
      ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', ...output, path],
    ].flat(),
  );
  return path;
}

describe('sound against picture', () => {
  it('sound and picture stay in sync if the sound begins late and has a gap', async () => {
    const whole = await makeFlashes('whole.mkv', ['-c:a', 'pcm_s16le']);
    const path = `${bench.folder}/holes.mkv`;
    // Only the sound from 2.5 to 4 s and from 8 s on remains, at its original time.
    await ffmpeg(
      [
        ['-i', whole, '-c:v', 'copy', '-c:a', 'pcm_s16le'],
        ['-af', "aselect='between(t,2.5,4)+gte(t,8)'", path],
      ].flat(),
    );
    const { segments } = await transcodeHere(bench, path);
    const { flashes, beeps } = await findSignals(bench, segments);
    expect(flashes).toHaveLength(MOMENTS.length);
    for (const moment of [3, 9])
      expect(Math.min(...beeps.map((beep) => Math.abs(beep - moment)))).toBeLessThan(0.02);
    expect(beeps.every((beep) => Math.abs(beep - 3) < 0.15 || Math.abs(beep - 9) < 0.15)).toBe(true);
  });
});
