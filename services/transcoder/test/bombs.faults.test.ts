import { mkdir, rm } from 'node:fs/promises';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { createBench, type Bench } from './support/bench.ts';
import { BOMBS } from './support/bombs.ts';
import { CatalogDesk } from './support/catalog-desk.ts';
import { ffmpeg } from './support/clips.ts';
import { longestSilence, startWorkerProcess, workOnVideo } from './support/worker-process.ts';

const REDIS_DATABASE = 12;
const MOST_MEGABYTES = 400;
const MOST_SILENCE_MS = 8000;

let bench: Bench;
let desk: CatalogDesk;
let worker: ReturnType<typeof startWorkerProcess>;
let normal: string;
beforeAll(async () => {
  bench = await createBench();
  desk = await CatalogDesk.open();
  worker = startWorkerProcess(bench, desk, REDIS_DATABASE);
  normal = `${bench.folder}/normal.mp4`;
  await ffmpeg(['-f', 'lavfi', '-i', 'testsrc2=s=160x90:r=25:d=2', '-pix_fmt', 'yuv420p', normal]);
});
afterAll(async () => {
  await worker.stop();
  await desk.close();
  await bench.close();
});

describe('a bomb is refused or ended by limits, and others go on', () => {
  it.each(Object.entries(BOMBS))('%s', async (name, make) => {
    const folder = `${bench.folder}/bomb`;
    await mkdir(folder);
    const bomb = workOnVideo(desk, bench, await bench.addSource(await make(folder)));
    const other = await workOnVideo(desk, bench, await bench.addSource(normal));
    const ended = await bomb;
    await rm(folder, { recursive: true });
    const peak = await worker.peakMegabytes();
    const silence = Math.max(...ended.map(({ unit }) => longestSilence(desk, unit)));
    const last = ended.find(({ said }) => said.what === 'fail') ?? ended.at(-1);
    const end = last?.said.body.message ?? 'completed';
    process.stdout.write(`${name}: ${end} (${peak} MB, ${Math.round(silence)} ms without a heartbeat)\n`);
    expect(other.at(-1)?.said).toMatchObject({ what: 'complete', body: { result: { kind: 'finish' } } });
    expect(ended.filter(({ said }) => said.what === 'fail' && said.body.cause !== 'input')).toEqual([]);
    expect(peak).toBeLessThanOrEqual(MOST_MEGABYTES);
    expect(silence).toBeLessThan(MOST_SILENCE_MS);
  });
});
