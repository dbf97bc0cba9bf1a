import { mkdir, rm } from 'node:fs/promises';

import { testRedisUrl } from '@larksong/service-kit/testing';
import { faultLine } from '@larksong/service-kit/testing/faults';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { createBench, type Bench } from './support/bench.ts';
import { BOMBS } from './support/bombs.ts';
import { LeaseOwner } from './support/lease-owner.ts';
import { ffmpeg } from './support/clips.ts';
import { longestSilence, startWorkerProcess, workOnVideo } from './support/worker-process.ts';

const line = faultLine(15);
const REDIS_DATABASE = 12;
const MAX_MEGABYTES = 400;
const MAX_SILENCE_MS = 8000;

let bench: Bench;
let owner: LeaseOwner;
let worker: ReturnType<typeof startWorkerProcess>;
let normal: string;
beforeAll(async () => {
  bench = await createBench();
  owner = await LeaseOwner.open(testRedisUrl(REDIS_DATABASE));
  worker = startWorkerProcess(bench, owner, REDIS_DATABASE);
  normal = `${bench.folder}/normal.mp4`;
  await ffmpeg(['-f', 'lavfi', '-i', 'testsrc2=s=160x90:r=25:d=2', '-pix_fmt', 'yuv420p', normal]);
});
afterAll(async () => {
  await worker.stop();
  await owner.close();
  await bench.close();
});

describe('bombs during other work', () => {
  it.each(Object.entries(BOMBS))('a bomb is rejected or stopped by limits: %s', async (name, make) => {
    const folder = `${bench.folder}/bomb`;
    await mkdir(folder);
    const bomb = workOnVideo(owner, bench, await bench.addSource(await make(folder)));
    const other = await workOnVideo(owner, bench, await bench.addSource(normal));
    const ended = await bomb;
    await rm(folder, { recursive: true });
    const peak = await worker.peakMegabytes();
    const silence = Math.max(...ended.map(({ unit }) => longestSilence(owner, unit)));
    const last = ended.find(({ report }) => report.what === 'fail') ?? ended.at(-1);
    const end = last?.report.body.message ?? 'completed';
    process.stdout.write(`${name}: ${end} (${peak} MB, ${Math.round(silence)} ms without a heartbeat)\n`);
    expect(other.at(-1)?.report).toMatchObject({ what: 'complete', body: { result: { kind: 'finish' } } });
    const unexplained = ended.filter(({ report }) => report.what === 'fail' && report.body.cause !== 'input');
    line.prove(name, {
      memory: { measured: peak, atMost: MAX_MEGABYTES, unit: 'MB' },
      'without a heartbeat': { measured: silence / 1000, atMost: MAX_SILENCE_MS / 1000, unit: 's' },
      'unexplained failures': { measured: unexplained.length, atMost: 0 },
    });
  });
});
