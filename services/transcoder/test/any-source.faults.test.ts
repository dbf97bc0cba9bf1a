import { why } from '@larksong/service-kit/sentences';
import { testRedisUrl } from '@larksong/service-kit/testing';
import { faultLine } from '@larksong/service-kit/testing/faults';
import { readCount, readSeed } from '@larksong/service-kit/testing/random';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { InputError } from '../src/failure.ts';
import { createBench, type Bench } from './support/bench.ts';
import { LeaseOwner } from './support/lease-owner.ts';
import { numbersOfSources } from './support/sources/choose-sources.ts';
import { damagedSpecOf, largeSpecs, specOf } from './support/sources/generate.ts';
import { writeExtraFiles, type ExtraFiles } from './support/sources/make-source.ts';
import { describeSource, nameSource, type SourceSpec } from './support/sources/source-spec.ts';
import { trySource, type Ending, type Made } from './support/sources/try-source.ts';
import { startWorkerProcess, workOnVideo } from './support/worker-process.ts';

const line = faultLine(13);
const REDIS_DATABASE = 13;
const SEED = readSeed();
const DAMAGED = readCount('DAMAGED_SOURCES', 60);
process.stdout.write(`any source: SEED=${SEED}\n`);

let bench: Bench;
let owner: LeaseOwner;
let worker: ReturnType<typeof startWorkerProcess>;
let extra: ExtraFiles;
beforeAll(async () => {
  bench = await createBench();
  extra = await writeExtraFiles(bench.folder);
  owner = await LeaseOwner.open(testRedisUrl(REDIS_DATABASE));
  worker = startWorkerProcess(bench, owner, REDIS_DATABASE);
});
afterAll(async () => {
  await worker.stop();
  await owner.close();
  await bench.close();
});

/** Runs a file through a worker process, in chunks of one segment if possible. */
async function transcode(path: string): Promise<Made> {
  const ended = await workOnVideo(owner, bench, await bench.addSource(path), [1, 1, 1]);
  const failed = ended.find(({ report }) => report.what === 'fail')?.report.body;
  if (failed?.cause === 'input') throw new InputError(failed.reason ?? why('damaged'));
  if (failed) throw new Error(failed.message);
  const [plan, finish] = [ended[0]?.report.body.result, ended.at(-1)?.report.body.result];
  if (plan?.kind !== 'plan' || finish?.kind !== 'finish')
    throw new Error('the worker returned other results');
  return {
    plan: plan.plan,
    segments: ended.at(-1)?.unit.segments ?? [],
    durationSeconds: finish.durationSeconds,
  };
}

/** Tries sources one after another, and fails with all problems at the end. */
async function expectAllRight(fault: string, sources: SourceSpec[]): Promise<void> {
  const endings: Ending[] = [];
  const wrong: string[] = [];
  for (const spec of sources) {
    const ending = await trySource({ bench, extra, transcode }, spec);
    endings.push(ending);
    if (ending.problems.length === 0) continue;
    wrong.push(`${nameSource(spec)} (${describeSource(spec)}): ${ending.problems.join('; ')}`);
    process.stdout.write(`${wrong.at(-1)}\n`);
  }
  const count = (wanted: (ending: Ending) => boolean) => endings.filter(wanted).length;
  const isRight = ({ problems }: Ending) => problems.length === 0;
  line.prove(fault, {
    sources: { measured: endings.length, atLeast: sources.length },
    'false "completed"': { measured: count((one) => one.end === 'completed' && !isRight(one)), atMost: 0 },
    'refused without reason': { measured: count((one) => one.end === 'refused' && !isRight(one)), atMost: 0 },
    'failed without a sentence': { measured: count(({ end }) => end === 'broken'), atMost: 0 },
    'worker deaths': { measured: worker.hasEnded() ? 1 : 0, atMost: 0 },
  });
  expect(wrong).toEqual([]);
}

describe('any source', () => {
  it('each of three hundred sources is shown frame by frame, or refused with a sentence', async () => {
    await expectAllRight(
      'sources of all kinds',
      numbersOfSources(315).map((number) => specOf(SEED, number, { isLong: true })),
    );
  });

  it('large pictures are shown, or refused with the limit, in at most 2 GB', async () => {
    await expectAllRight('large pictures', largeSpecs(SEED));
    const megabytes = await worker.peakMegabytes();
    line.prove('memory of the worker', { memory: { measured: megabytes, atMost: 2000, unit: 'MB' } });
  });

  it('damaged sources are shown as long as they should be, or refused with a sentence', async () => {
    await expectAllRight(
      'damaged sources',
      Array.from({ length: DAMAGED }, (_, number) => damagedSpecOf(SEED, number)),
    );
  });
});
