import { openAsBlob } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';

import type { StackProcess } from '@larksong/local';
import { faultLine } from '@larksong/service-kit/testing/faults';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { until } from '../access/until.ts';
import { signInSuperadmin } from '../support/accounts.ts';
import { openCatalogData, type CatalogData } from '../support/catalog-data.ts';
import { makeClip } from '../support/clips.ts';
import { readCount } from '../support/random.ts';
import { findViolations } from './check-invariants.ts';
import { listRunning, uploadUntilAccepted } from './fault-uploads.ts';
import { describeAnswers, startLoad, type Answer } from './load.ts';
import { startDoubledSite, type DoubledSite } from './replicas.ts';

const line = faultLine(8);
const STOPS = readCount('STOPS', 3);
const SERVICES = ['auth', 'catalog', 'game', 'gateway'];
/** Time between a replica's return and the next stop. */
const CALM_MS = 2000;

let doubled: DoubledSite;
let data: CatalogData;
let clip: string;
let videoId: string;
beforeAll(async () => {
  doubled = await startDoubledSite();
  data = await openCatalogData(doubled.site.url);
  clip = await makeClip({ seconds: 2, width: 160, height: 90 });
  videoId = await uploadUntilAccepted(doubled.site, { path: clip, title: 'First' });
  await untilAllFinal();
});
afterAll(async () => {
  await data?.close();
  await doubled?.stop();
});

async function untilAllFinal(): Promise<void> {
  const isDone = async () => {
    const open = await data.db.selectFrom('videos').select('id').where('status', '=', 'processing').execute();
    return open.length === 0;
  };
  await until(isDone, { what: 'all videos are final', withinSeconds: 300, everyMs: 500 });
}

/** Asks a process to end and returns the seconds until it has. */
async function end(replica: StackProcess): Promise<number> {
  const { pid } = replica;
  expect(replica.kill('SIGTERM')).toBe(true);
  const isGone = async () => replica.pid !== pid || !replica.kill('SIGCONT'); // changes nothing
  return until(isGone, { what: `${replica.name} ends`, withinSeconds: 60, everyMs: 20 });
}

it('requests succeed while each replica of each service is stopped in turn', async () => {
  const load = startLoad({
    account: await signInSuperadmin(doubled.site),
    clip: await openAsBlob(clip),
    everyMs: { read: 25, write: 120, upload: 2500 },
    videoId,
    send: doubled.send,
  });
  await pause(CALM_MS);
  const outSeconds: number[] = [];
  for (let round = 0; round < STOPS; round += 1)
    for (const service of SERVICES)
      for (const replica of doubled.replicas[service] ?? []) {
        const from = load.answers.length;
        outSeconds.push(await end(replica));
        await pause(CALM_MS);
        const isBack = () => doubled.isReady(service);
        await until(isBack, { what: `${service} is back`, withinSeconds: 60, everyMs: 50 });
        await pause(CALM_MS);
        const failed = load.answers.slice(from).filter((answer) => !isFine(answer));
        if (failed.length > 0) console.log(`${service} stopped: ${describeAnswers(failed)}`);
      }
  await load.stop();
  await untilAllFinal();
  const accepted = [...load.accepted.values()];
  const violations = await findViolations(doubled.site, data, { accepted });
  for (const violation of violations) console.log(violation);
  const failed = load.answers.filter((answer) => !isFine(answer));
  const percent = (100 * failed.length) / load.answers.length;
  console.log(describeAnswers(load.answers));
  line.prove(`${outSeconds.length} stops under ${load.answers.length} requests`, {
    'failed writes': { measured: failed.filter(({ what }) => what !== 'read').length, atMost: 0 },
    'failed requests': { measured: percent, atMost: 0.1, unit: '%' },
    'slowest end': { measured: Math.max(...outSeconds), atMost: 10, unit: 's' },
    'lost or broken': { measured: violations.length, atMost: 0 },
  });
});

function isFine({ status }: Answer): boolean {
  return status === 200 || status === 201;
}

it('a transcoder that is stopped ends soon, and another one takes up its unit', async () => {
  const path = await makeClip({ seconds: 24, width: 640, height: 360 });
  const [outSeconds, takenSeconds, ids]: [number[], number[], string[]] = [[], [], []];
  for (let round = 0; round < STOPS; round += 1) {
    const id = await uploadUntilAccepted(doubled.site, { path, title: `Stopped ${round}` });
    ids.push(id);
    let unit: Awaited<ReturnType<typeof listRunning>>[number] | undefined;
    const isEncoding = async () => {
      unit = (await listRunning(data)).find(({ kind, index }) => kind === 'video-chunk' && index > 0);
      return unit !== undefined;
    };
    await until(isEncoding, { what: 'a chunk is encoded', withinSeconds: 120, everyMs: 20 });
    const { id: unitId = '', worker_id: workerId = null } = unit ?? {};
    const pid = Number(workerId?.split(':')[1]);
    const worker = doubled.replicas['transcoder']?.find((each) => each.pid === pid);
    if (!worker) throw new Error('The worker of the unit was not found.');
    let releasedAt: number | undefined;
    let takenAt: number | undefined;
    const isTaken = async () => {
      const row = await data.db
        .selectFrom('transcode_units')
        .selectAll()
        .where('id', '=', unitId)
        .executeTakeFirstOrThrow();
      if (row.worker_id !== workerId || row.state !== 'running') releasedAt ??= performance.now();
      if (row.state === 'done' || (row.state === 'running' && row.worker_id !== workerId))
        takenAt ??= performance.now();
      return takenAt !== undefined;
    };
    const taken = until(isTaken, { what: 'the unit is taken up', withinSeconds: 60, everyMs: 20 });
    outSeconds.push(await end(worker));
    await taken;
    takenSeconds.push(((takenAt ?? Infinity) - (releasedAt ?? 0)) / 1000);
    await untilAllFinal();
  }
  const violations = await findViolations(doubled.site, data, { accepted: ids });
  for (const violation of violations) console.log(violation);
  line.prove(`${STOPS} transcoders stopped in the middle of a unit`, {
    'slowest end': { measured: Math.max(...outSeconds), atMost: 10, unit: 's' },
    'unit taken up': { measured: Math.max(...takenSeconds), atMost: 5, unit: 's' },
    'lost or broken': { measured: violations.length, atMost: 0 },
  });
});
