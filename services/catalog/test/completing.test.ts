import { writeFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';

import { catalog } from '@larksong/contracts';
import { createStorage } from '@larksong/service-kit/storage';
import { isLongRun } from '@larksong/service-kit/testing/random';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import {
  claimKind,
  complete,
  plan,
  publish,
  startCatalog,
  unitRow,
  upload,
  type TestCatalog,
} from './support.ts';

/** More than a page of a listing; one question about each would take far longer than a worker waits. */
const SEGMENTS = isLongRun ? 3000 : 1200;
const ANSWER_MS = 50;
/** As long as a worker waits for one response. */
const PATIENCE_MS = 5000;

/** A film without exact seeking, so that all of its pictures are one unit. */
const film: catalog.Plan = {
  ...plan,
  durationSeconds: SEGMENTS * 4,
  seekable: false,
  audio: null,
  rungs: plan.rungs.slice(0, 1),
};

let service: TestCatalog;
/** The requests to a storage that responds slowly. */
let asked: string[];
let unit: catalog.UnitAssignment;
let gate: Promise<unknown>;

beforeAll(async () => {
  service = await startCatalog();
  const { storage } = service;
  const real = createStorage({ STORAGE_DIR: service.storageDir });
  storage.stat = async (key) => {
    asked.push(key);
    await pause(ANSWER_MS);
    return real.stat(key);
  };
  storage.list = async function* (prefix) {
    asked.push(prefix);
    await gate;
    let count = 0;
    for await (const object of real.list(prefix)) {
      if (count % 1000 === 0) await pause(ANSWER_MS); // a page
      count += 1;
      yield object;
    }
  };
});
afterAll(() => service.stop());

beforeEach(async () => {
  await service.db.deleteFrom('videos').execute();
  [asked, gate] = [[], Promise.resolve()];
  await upload(service);
  await complete(service, await claimKind(service, 'light', 'plan'), { kind: 'plan', plan: film });
  unit = await claimKind(service, 'heavy', 'video-chunk');
});

const finish = () => complete(service, unit, { kind: 'video-chunk', segmentCount: SEGMENTS });

/** Stores all segments directly, since storage's guarantees would take minutes for 3,000 of them, and reports them. */
async function publishAll(): Promise<void> {
  await publish(service, unit, { renditions: ['480p'], indexes: [0] });
  const first = await service.db.selectFrom('segments').selectAll().executeTakeFirstOrThrow();
  for (let start = 1; start < SEGMENTS; start += 100) {
    const segments = Array.from({ length: Math.min(100, SEGMENTS - start) }, (_, position) => ({
      rendition: first.rendition,
      index: start + position,
      key: catalog.segmentKey(unit, first.rendition, start + position),
      initKey: first.init_key,
      sizeBytes: 1,
      startSeconds: (start + position) * 4,
      durationSeconds: 4,
    }));
    for (const { key } of segments) await writeFile(service.storage.localPath(key) ?? '', 'x');
    const body = { token: unit.token, segments };
    await service.internal(catalog.reportSegments, { params: { id: unit.id }, body });
  }
}

describe('a unit of a long film in a storage that answers slowly', () => {
  it('a unit is verified while its worker still waits, and only once although the worker repeats its call', async () => {
    await publishAll();
    asked = [];
    const begin = performance.now();
    const answers = await Promise.all([finish(), finish(), finish()]);
    const tookMs = performance.now() - begin;
    expect(answers).toEqual([{ stop: false }, { stop: false }, { stop: false }]);
    process.stdout.write(
      `${SEGMENTS} segments verified in ${tookMs.toFixed(0)} ms by ${asked.length} questions\n`,
    );
    expect(asked.length).toBe(2); // the segments' folder, and the init segment
    expect(tookMs).toBeLessThan(PATIENCE_MS);
    expect(await finish()).toEqual({ stop: false }); // its answer may have been lost
  });

  it('a unit keeps its lease while it is verified, with or without its worker', async () => {
    await publishAll();
    const held = Promise.withResolvers<void>();
    gate = held.promise;
    const done = finish();
    await expect.poll(() => asked.length).toBeGreaterThan(0);
    await sql`update transcode_units set heartbeat_at = now() - interval '1 hour'`.execute(service.db);
    await expect
      .poll(async () => Date.now() - ((await unitRow(service, unit.id)).heartbeat_at?.getTime() ?? 0))
      .toBeLessThan(60_000);
    held.resolve();
    expect(await done).toEqual({ stop: false });
    expect((await unitRow(service, unit.id)).state).toBe('done');
  });

  it('a unit is retried if a segment is missing', async () => {
    await publishAll();
    const rows = await service.db.selectFrom('segments').select('key').where('index', '=', 1134).execute();
    await service.storage.delete(rows[0]?.key ?? '');
    await finish();
    expect(await unitRow(service, unit.id)).toMatchObject({
      state: 'due',
      error: expect.stringMatching(/01134\.m4s is not in storage/),
    });
  });
});
