import { game } from '@larksong/contracts';
import { createDatabase } from '@larksong/service-kit';
import { MAX_FAILURES } from '@larksong/service-kit/leases';
import { why } from '@larksong/service-kit/sentences';
import { createTestLogger, emptyTestRedis } from '@larksong/service-kit/testing';
import { Registry } from 'prom-client';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import type { Tables } from '../src/db/tables.ts';
import { createMetrics } from '../src/metrics.ts';
import { createSoundReconciler } from '../src/sounds/reconcile.ts';

import { MP3, startGame, type TestGame } from './support.ts';

let service: TestGame;
let item: game.AdminItem;
beforeAll(async () => {
  service = await startGame();
});
afterAll(() => service?.stop());
beforeEach(async () => {
  await service.clear();
  await emptyTestRedis(11);
  item = await service.addPair(await service.addLetter('A'), 'apple');
});

async function upload(content: Uint8Array<ArrayBuffer> = MP3, id = item.id): Promise<game.AdminItem> {
  const { status, body } = await service.call('PUT', `/api/admin/game/media/${id}/sound/`, {
    binary: content,
  });
  expect([status, body.message]).toEqual([200, 'The sound of apple is being prepared.']);
  return (body.data as unknown as { item: game.AdminItem }).item; // the call's contract
}

async function claim(): Promise<game.SoundAssignment | null> {
  return (await service.internal(game.claimSound, { body: { workerId: 'worker-1' } })).data.sound;
}

async function claimOne(): Promise<game.SoundAssignment> {
  const sound = await claim();
  if (!sound) throw new Error('no sound is due');
  return sound;
}

async function complete(sound: game.SoundAssignment, content: string | null = 'prepared'): Promise<boolean> {
  if (content !== null) await service.storage.put(sound.resultKey, Buffer.from(content));
  const body = { token: sound.token, durationSeconds: 1.5 };
  return (await service.internal(game.completeSound, { params: { id: sound.id }, body })).data.stop;
}

async function fail(sound: game.SoundAssignment, cause: 'input' | 'infrastructure'): Promise<boolean> {
  const body = { token: sound.token, cause, message: `It failed: ${cause}.`, reason: why('no-space') };
  return (await service.internal(game.failSound, { params: { id: sound.id }, body })).data.stop;
}

async function beat({ id, token }: { id: string; token: string }, alone = false): Promise<boolean> {
  return (await service.internal(game.heartbeatSound, { params: { id }, body: { token, alone } })).data.stop;
}

async function describeItem(): Promise<game.AdminItem> {
  const { body } = await service.call('GET', `/api/admin/game/categories/${item.categoryId}/items`);
  const { items } = body.data as unknown as { items: game.AdminItem[] }; // the call's contract
  return items[0] ?? item;
}

const play = () => service.call('GET', '/Audio/A/apple.mp3', { as: null });
const makeDue = () =>
  service.db
    .updateTable('sound_jobs')
    .set({ due_at: new Date(0) })
    .execute();

describe('an uploaded sound', () => {
  it('an uploaded sound is prepared by a transcoder and then plays for both cards', async () => {
    expect(await upload()).toMatchObject({ soundState: 'preparing', hasSound: false, soundSource: null });
    expect(service.told.soundDue).toBeGreaterThan(0);
    const sound = await claimOne();
    const source = await service.storage.get(sound.sourceKey);
    expect(Buffer.concat((await source?.stream.toArray()) ?? [])).toEqual(Buffer.from(MP3));
    expect(sound).toMatchObject({ sizeBytes: MP3.length, requestId: expect.any(String) });
    expect(await claim()).toBeNull();
    expect(await beat(sound)).toBe(false);
    expect((await play()).status).toBe(404);
    expect(await complete(sound)).toBe(false);
    expect(await describeItem()).toMatchObject({
      soundState: 'ready',
      hasSound: true,
      soundSource: 'upload',
      soundError: null,
    });
    const { status, bytes, headers } = await play();
    expect([status, bytes.toString(), headers.get('content-type')]).toEqual([200, 'prepared', 'audio/mpeg']);
    await service.sweep();
    expect(await service.keys()).toEqual([sound.resultKey]);
  });

  it('a sound is not ready before its file is in storage', async () => {
    await upload();
    const sound = await claimOne();
    expect(await complete(sound, null)).toBe(false);
    expect(await describeItem()).toMatchObject({ soundState: 'preparing', hasSound: false });
    expect(await claim()).toBeNull(); // it is retried after a pause
    await makeDue();
    const again = await claimOne();
    expect([again.id, again.token === sound.token]).toEqual([sound.id, false]);
    expect(await complete(again, '')).toBe(false);
    expect(await describeItem()).toMatchObject({ soundState: 'preparing' });
  });

  it('a sound that replaces another lets that one play until it is ready', async () => {
    await upload();
    await complete(await claimOne(), 'first');
    expect(await upload()).toMatchObject({ soundState: 'preparing', hasSound: true, soundSource: 'upload' });
    expect((await play()).bytes.toString()).toBe('first');
    const second = await claimOne();
    await complete(second, 'second');
    expect((await play()).bytes.toString()).toBe('second');
    await service.sweep();
    expect(await service.keys()).toEqual([second.resultKey]);
  });

  it('a sound replaces one that is still being prepared, whose worker is told to stop', async () => {
    await upload();
    const first = await claimOne();
    await upload();
    expect(await beat(first)).toBe(true);
    expect(await complete(first, 'late')).toBe(true);
    const second = await claimOne();
    expect(await complete(second, 'in time')).toBe(false);
    expect((await play()).bytes.toString()).toBe('in time');
    await service.sweep();
    expect(await service.keys()).toEqual([second.resultKey]);
  });

  it('a removed sound is dropped at any stage of its preparation', async () => {
    await upload();
    await complete(await claimOne());
    await upload();
    const second = await claimOne();
    const { status, body } = await service.call('DELETE', `/api/admin/game/media/${item.id}/sound`);
    expect([status, body.message]).toEqual([200, 'The sound of apple was removed.']);
    expect(await describeItem()).toMatchObject({ soundState: 'none', hasSound: false });
    expect(await complete(second)).toBe(true);
    await service.sweep();
    expect([await service.keys(), (await play()).status]).toEqual([[], 404]);
  });

  it('a file that is not a sound is refused', async () => {
    for (const file of ['#EXTM3U\nhttp://127.0.0.1/x.ts', 'fLaC....', 'RIFF....AVI LIST']) {
      const binary = new Uint8Array(Buffer.from(file));
      const { status, body } = await service.call('PUT', `/api/admin/game/media/${item.id}/sound`, {
        binary,
      });
      expect([status, body.message]).toEqual([415, 'This file is not an MP3, WAV, OGG, M4A or WebM sound.']);
    }
    expect(await claim()).toBeNull();
  });
});

describe('a sound that fails', () => {
  it('a sound that fails because of its file reports the reason at once, and its source is deleted', async () => {
    await upload();
    const sound = await claimOne();
    expect(await fail(sound, 'input')).toBe(false);
    expect(await describeItem()).toMatchObject({ soundState: 'failed', soundError: 'It failed: input.' });
    await makeDue();
    expect(await claim()).toBeNull();
    expect(await fail(sound, 'input')).toBe(true);
    await service.sweep();
    expect(await service.keys()).toEqual([]);
    expect(await upload()).toMatchObject({ soundState: 'preparing', soundError: null });
  });

  it('a failed sound leaves the previous sound unchanged', async () => {
    await upload();
    await complete(await claimOne(), 'first');
    await upload();
    await fail(await claimOne(), 'input');
    expect(await describeItem()).toMatchObject({ soundState: 'failed', hasSound: true });
    await service.sweep();
    expect((await play()).bytes.toString()).toBe('first');
  });

  it(`a sound that fails because of the infrastructure is tried ${MAX_FAILURES} times, with growing pauses`, async () => {
    await upload();
    for (let tries = 1; tries <= MAX_FAILURES; tries += 1) {
      expect(await describeItem()).toMatchObject({ soundState: 'preparing', soundError: null });
      await makeDue();
      await fail(await claimOne(), 'infrastructure');
    }
    expect(await describeItem()).toMatchObject({
      soundState: 'failed',
      soundError:
        'This sound could not be prepared after 5 tries. Please upload it again later. (It failed: infrastructure.)',
      soundReason: {
        id: 'sound-too-many-tries',
        values: { tryCount: 5, problem: 'It failed: infrastructure.' },
        cause: { id: 'no-space', values: {} },
      },
    });
    const { bytes } = await service.call('GET', '/metrics');
    expect(bytes.toString()).toMatch(/game_sounds\{state="failed"\} 1/);
    expect(bytes.toString()).toMatch(/game_sound_failures_total\{cause="infrastructure"\} \d/);
  });
});

it('the number of sounds is missing from the metrics while Postgres is away', async () => {
  const db = createDatabase<Tables>({ url: 'postgres://127.0.0.1:9/game', logger: createTestLogger() });
  const text = await createMetrics(new Registry(), db).registry.metrics();
  await db.destroy();
  expect(text).toContain('# TYPE game_sounds gauge');
  expect(text).not.toContain('game_sounds{');
});

describe('a sound whose worker was lost', () => {
  it('a sound whose worker was lost is counted, and reported as failed once it is given up', async () => {
    let lost = 0;
    let now = 0;
    const reconcile = createSoundReconciler({
      db: service.db,
      queue: service.queue,
      logger: createTestLogger(),
      heartbeatTimeoutSeconds: 12,
      onLost: () => (lost += 1),
      now: () => now,
    });
    for (; now <= 12_000; now += 3000) await reconcile(); // from then on silence counts
    await upload();
    for (let death = 0; death <= 2; death += 1) {
      expect(await describeItem()).toMatchObject({ soundState: 'preparing', soundError: null });
      await beat(await claimOne(), death > 0);
      await service.db
        .updateTable('sound_jobs')
        .set({ heartbeat_at: new Date(0) })
        .execute();
      now += 3000;
      await reconcile();
    }
    expect(lost).toBe(3);
    expect(await describeItem()).toMatchObject({
      soundState: 'failed',
      soundError: expect.stringContaining('twice'),
    });
  });
});

describe('sounds that are claimed', () => {
  it('sounds are claimed in the order of their uploads', async () => {
    await upload();
    const other = await service.addItem({ id: item.categoryId }, 'ant');
    await service.call('PUT', `/api/admin/game/media/${other.id}/sound`, { binary: MP3 });
    const jobs = await service.db.selectFrom('sound_jobs').select(['id', 'name']).execute();
    const names = [await claimOne(), await claimOne()].map(
      ({ id }) => jobs.find((job) => job.id === id)?.name,
    );
    expect(names).toEqual(['apple', 'ant']);
  });
});
