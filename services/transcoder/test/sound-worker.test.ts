import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';

import { game } from '@larksong/contracts';
import { createInternalClient } from '@larksong/service-kit';
import { createWakeUpQueue } from '@larksong/service-kit/queue';
import {
  createTestFolder,
  createTestLogger,
  startStopwatch,
  testRedisUrl,
} from '@larksong/service-kit/testing';
import { isLongRun } from '@larksong/service-kit/testing/random';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import type { MediaTools } from '../src/media/tools.ts';
import { createMetrics } from '../src/metrics.ts';
import { startWorker, type Worker } from '../src/worker.ts';
import { createBench, type Bench } from './support/bench.ts';
import { LeaseOwner } from './support/lease-owner.ts';
import { ffmpeg } from './support/clips.ts';
import { untilProcesses } from './support/processes.ts';
import { writeProgram } from './support/programs.ts';
import { describeMp3 } from './support/sounds.ts';

const REDIS_DATABASE = 12;
/** Far longer than a process takes to end on a busy machine, and far shorter than ffmpeg would continue. */
const SOON_MS = 20_000;
const INTERNAL_TOKEN = 'a-secret-of-the-services-for-tests-only';
/** An address where nothing listens. */
const NOWHERE = 'http://127.0.0.1:1';

let bench: Bench;
let programs: Awaited<ReturnType<typeof createTestFolder>>;
let owner: LeaseOwner;
let word: Buffer;
let workers: Worker[] = [];

beforeAll(async () => {
  [bench, programs] = await Promise.all([createBench(), createTestFolder()]);
  const path = `${bench.folder}/word.wav`;
  await ffmpeg(['-f', 'lavfi', '-i', 'sine=f=300:d=1', path]);
  word = await readFile(path);
});
afterAll(() => Promise.all([bench?.close(), programs?.remove()]));

beforeEach(async () => {
  owner = await LeaseOwner.open();
});
afterEach(async () => {
  await Promise.all(workers.map((worker) => worker.stop()));
  workers = [];
  await owner.close();
});

/** Catalog is unavailable in all of these tests, since sounds must not depend on it. */
function start(pollMs: number, tools: MediaTools = bench.tools): Worker {
  const worker = startWorker({
    call: createInternalClient({ baseUrl: NOWHERE, internalToken: INTERNAL_TOKEN }),
    game: createInternalClient({ baseUrl: owner.url, internalToken: INTERNAL_TOKEN }),
    storage: bench.storage,
    tools,
    sourceServer: bench.server,
    workRoot: bench.workRoot,
    metrics: createMetrics(tools, { heavy: 1, light: 1, sound: 1 }),
    logger: createTestLogger(),
    redisUrl: testRedisUrl(REDIS_DATABASE),
    workerId: 'test',
    sandboxed: true,
    slots: { heavy: 0, light: 1, sound: 1 },
    pollMs,
  });
  workers.push(worker);
  return worker;
}

async function addSound(content: Buffer | null = word): Promise<game.SoundAssignment> {
  const sourceKey = `game/${randomUUID()}/source`;
  if (content) await bench.storage.put(sourceKey, content);
  return owner.putSound({ sourceKey, sizeBytes: content?.length ?? 1, requestId: null });
}

/** An ffmpeg that lists streams but never ends a run with outputs; its arguments show on its command line. */
async function hangingTools(): Promise<MediaTools> {
  const ffmpeg = await writeProgram(programs.path, 'hanging-ffmpeg', [
    `case "$*" in *-filter_complex\\ *) trap "" TERM; while :; do sleep 1; done;; esac`,
    `exec ${bench.tools.ffmpeg} "$@"`,
  ]);
  return { ...bench.tools, ffmpeg };
}

describe('a worker', () => {
  it('a worker prepares a sound when the queue wakes it, without polling', async () => {
    start(600_000);
    const queue = createWakeUpQueue<{ soundId: string }>({
      name: game.SOUND_QUEUE,
      redisUrl: testRedisUrl(REDIS_DATABASE),
      logger: createTestLogger(),
    });
    const sound = await addSound();
    await expect.poll(() => queue.add(sound.id, { soundId: sound.id }).then(() => true)).toBe(true);
    const { body } = await owner.waitForReport(sound.id, 'complete');
    expect(body).toEqual({ token: sound.token, durationSeconds: expect.closeTo(1, 1) });
    const stored = await describeMp3(await bench.read(sound.resultKey));
    expect(stored).toMatchObject({ codec: 'mp3', channels: 1 });
    await queue.close();
  });

  it.runIf(isLongRun)('a worker polls without a wake-up, and continues until no sound is due', async () => {
    const sounds = [await addSound(), await addSound(), await addSound()];
    start(1000);
    for (const { id, token } of sounds)
      expect((await owner.waitForReport(id, 'complete')).body.token).toBe(token);
  });

  it('a worker blames an unusable sound file in a sentence and leaves no objects', async () => {
    const sound = await addSound(Buffer.from('ID3 but no sound at all'));
    start(500);
    const { body } = await owner.waitForReport(sound.id, 'fail');
    expect(body).toMatchObject({ token: sound.token, cause: 'input', message: expect.stringMatching(/\.$/) });
    expect(await bench.storage.stat(sound.resultKey)).toBeUndefined();
  });

  it('a worker does not blame the sound file if the source is missing from storage', async () => {
    const sound = await addSound(null);
    start(500);
    expect((await owner.waitForReport(sound.id, 'fail')).body.cause).toBe('infrastructure');
  });

  it('a worker kills ffmpeg when game answers stop, even if ffmpeg ignores SIGTERM', async () => {
    const sound = await addSound();
    start(500, await hangingTools());
    await untilProcesses(sound.token, 'running', 60_000);
    owner.stopped.add(sound.id);
    await untilProcesses(sound.token, 'gone', SOON_MS);
    expect(owner.count(sound.id, 'fail') + owner.count(sound.id, 'release')).toBe(0);
  });

  it('a stopping worker releases its sound within 10 s, and no ffmpeg remains', async () => {
    const sound = await addSound();
    const worker = start(500, await hangingTools());
    await untilProcesses(sound.token, 'running', 60_000);
    const elapsedMs = startStopwatch();
    await worker.stop();
    expect(elapsedMs()).toBeLessThan(10_000);
    expect(owner.count(sound.id, 'release')).toBe(1);
    await untilProcesses(sound.token, 'gone', SOON_MS);
    expect(await bench.storage.stat(sound.resultKey)).toBeUndefined();
  });
});
