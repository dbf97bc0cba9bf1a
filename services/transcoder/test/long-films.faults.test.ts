import { rm } from 'node:fs/promises';

import { testRedisUrl } from '@larksong/service-kit/testing';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';

import { createBench, type Bench } from './support/bench.ts';
import { LeaseOwner } from './support/lease-owner.ts';
import { makeAvi, makeSampleBomb, makeTransportStream, makeVariableRate } from './support/long-films.ts';
import { longestSilence, startWorkerProcess, workOnVideo, type Ended } from './support/worker-process.ts';

const REDIS_DATABASE = 11;
const MAX_MEGABYTES = 400;
/** A worker is considered lost after 10 s of silence. */
const MAX_SILENCE_MS = 8000;

let bench: Bench;
let owner: LeaseOwner;
let worker: ReturnType<typeof startWorkerProcess>;
beforeAll(async () => {
  bench = await createBench();
});
afterAll(() => bench.close());
beforeEach(async () => {
  owner = await LeaseOwner.open(testRedisUrl(REDIS_DATABASE));
  worker = startWorkerProcess(bench, owner, REDIS_DATABASE);
});
afterEach(async () => {
  await worker.stop();
  await owner.close();
});

async function take(name: string, make: (path: string) => Promise<void>): Promise<Ended[]> {
  const path = `${bench.folder}/${name}`;
  await make(path);
  const ended = await workOnVideo(owner, bench, await bench.addSource(path));
  await rm(path);
  const peak = await worker.peakMegabytes();
  const silence = Math.max(...ended.map(({ unit }) => longestSilence(owner, unit)));
  process.stdout.write(
    `${name}: at most ${peak} MB in the worker, at most ${Math.round(silence)} ms without a heartbeat\n`,
  );
  expect(peak).toBeLessThanOrEqual(MAX_MEGABYTES);
  expect(silence).toBeLessThan(MAX_SILENCE_MS);
  return ended;
}

it.each([
  ['a transport stream of 50 minutes', 'long.ts', makeTransportStream, 3000],
  ['a film of 35 minutes at a variable rate', 'variable.mp4', makeVariableRate, 2100],
  ['an AVI of three hours', 'long.avi', makeAvi, 10_800],
])('%s is completed within the memory limit', async (_what, name, make, seconds) => {
  const ended = await take(name, make);
  expect(ended.map(({ report }) => report.body.message).filter(Boolean)).toEqual([]);
  const result = ended.at(-1)?.report.body.result;
  if (result?.kind !== 'finish') throw new Error('the last unit is not the finish');
  expect(Math.abs(result.durationSeconds - seconds)).toBeLessThan(seconds * 0.001);
});

it('a file with a packet for each audio sample is completed or rejected within the memory limit', async () => {
  const ended = await take('samples.avi', (path) => makeSampleBomb(path, 870));
  const failures = ended
    .filter(({ report }) => report.what === 'fail')
    .map(({ report }) => report.body.cause);
  expect(failures.filter((cause) => cause !== 'input')).toEqual([]);
});
