import { readdir } from 'node:fs/promises';

import { catalog } from '@larksong/contracts';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { runUnit } from '../src/units/run-unit.ts';
import { createBench, type Bench } from './support/bench.ts';
import { ffmpeg } from './support/clips.ts';

const SECONDS = 180;

let bench: Bench;
let path: string;
beforeAll(async () => {
  bench = await createBench();
  path = `${bench.folder}/long.mp4`;
  const picture = ['-f', 'lavfi', '-i', `color=size=16x16:rate=5:duration=${SECONDS}`];
  await ffmpeg([
    ...picture,
    '-f',
    'lavfi',
    '-i',
    `sine=duration=${SECONDS}`,
    '-g',
    '20',
    '-c:a',
    'aac',
    path,
  ]);
});
afterAll(() => bench?.close());

it('the encoder of long sound pauses after its first report until the video can be watched', async () => {
  const videoId = await bench.addSource(path);
  const plan = await bench.plan(videoId);
  /** The last segment that the encoder had begun at each report. */
  const encoded: number[] = [];
  let folder = '';
  const { segments } = await bench.run({
    kind: 'audio',
    videoId,
    plan,
    work(job) {
      folder = `${job.workDir}/audio`;
      return runUnit({
        ...job,
        async reportSegments(list) {
          const answer = await job.reportSegments(list);
          encoded.push(Math.max(...(await readdir(folder)).map((name) => Number.parseInt(name) || 0)));
          return { ...answer, playable: encoded.length > 4 };
        },
      });
    },
  });
  const [, ...paused] = encoded.slice(0, 5);
  expect(new Set(paused).size).toBe(1);
  expect(paused[0]).toBeLessThan(catalog.countSegments(SECONDS) - 1);
  expect(new Set(segments.map(({ index }) => index)).size).toBe(catalog.countSegments(SECONDS));
});
