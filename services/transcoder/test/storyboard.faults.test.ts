import type { catalog } from '@larksong/contracts';
import { firstKinds } from '@larksong/service-kit/testing/random';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { createBench, cut, type Bench } from './support/bench.ts';
import { ffmpeg } from './support/clips.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await createBench();
});
afterAll(() => bench?.close());

/** Makes a clip that turns from black to white at a constant speed. */
async function makeRamp(seconds: number): Promise<string> {
  const path = `${bench.folder}/ramp-${seconds}.mp4`;
  const picture = `color=c=black:s=128x72:r=5:d=${seconds},geq=lum='16+219*T/${seconds}':cb=128:cr=128`;
  await ffmpeg(['-f', 'lavfi', '-i', picture, '-c:v', 'libx264', '-preset', 'ultrafast', '-g', '50', path]);
  return path;
}

async function publishStoryboard(path: string): Promise<catalog.StoredStoryboard | null | undefined> {
  const videoId = await bench.addSource(path);
  const plan = await bench.plan(videoId);
  const segments: catalog.Segment[] = [];
  for (const chunk of cut(plan, [1]))
    segments.push(...(await bench.run({ kind: 'video-chunk', videoId, plan, chunk })).segments);
  const { result } = await bench.run({ kind: 'finish', videoId, plan, segments });
  return result.kind === 'finish' ? result.storyboard : undefined;
}

it.each(
  firstKinds('SOURCE_KINDS', 1, [
    { seconds: 510, columns: 10, rows: 9, intervalSeconds: 6 },
    { seconds: 24, columns: 10, rows: 2, intervalSeconds: 2 },
  ]),
)(
  'each tile of the storyboard of a $seconds-second video shows the picture of its time',
  async ({ seconds, columns, rows, intervalSeconds }) => {
    const storyboard = await publishStoryboard(await makeRamp(seconds));
    expect(storyboard).toMatchObject({ columns, rows, intervalSeconds });
    const areas = `scale=${columns}:${rows}:flags=area:out_range=tv,format=gray`;
    const tiles = await ffmpeg(
      ['-f', 'mjpeg', '-i', 'pipe:0', '-vf', areas, '-f', 'rawvideo', 'pipe:1'],
      await bench.read(storyboard?.key ?? ''),
    );
    const times = Array.from({ length: Math.ceil(seconds / intervalSeconds) }, (_, k) => k * intervalSeconds);
    const late = times.map((time, tile) => (((tiles[tile] ?? 0) - 16) / 219) * seconds - time);
    // The encoder changes a grey value by a few steps, of up to two seconds each, so the mean shows whether it is shifted.
    const mean = late.reduce((sum, one) => sum + one, 0) / late.length;
    expect(Math.abs(mean), `tiles are late by ${late.map(Math.round).join(', ')} s`).toBeLessThan(1);
    expect(Math.max(...late.map(Math.abs))).toBeLessThan((8 / 219) * seconds);
  },
);
