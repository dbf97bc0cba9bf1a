import { randomUUID } from 'node:crypto';

import { catalog } from '@larksong/contracts';
import { sql } from 'kysely';
import { isLongRun } from '@larksong/service-kit/testing/random';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';

import { claimFairestUnit } from '../src/transcoding/units/fairest-unit-store.ts';
import { addSong } from './library.ts';
import {
  claim,
  complete,
  passHold,
  plan,
  publish,
  rangeOf,
  RUNGS,
  startCatalog,
  videoRow,
  type TestCatalog,
} from './support.ts';

const [HER, HIM] = [randomUUID(), randomUUID()];

let service: TestCatalog;
beforeAll(async () => {
  service = await startCatalog();
});
afterAll(() => service?.stop());
afterEach(async () => {
  await service.db.deleteFrom('videos').execute();
});

/** Adds videos that wait for their plan, as after an upload, and returns the id of one. */
async function queue(uploaderId: string, count = 1): Promise<string> {
  const id = await addSong(service, { state: 'processing', uploaderId });
  await sql`
    insert into videos
    select (jsonb_populate_record(videos, jsonb_build_object('id', gen_random_uuid()))).*
    from videos cross join generate_series(2, ${count}::integer)
    where id = ${id}`.execute(service.db);
  await sql`
    insert into transcode_units (id, video_id, attempt, kind, index, state)
    select gen_random_uuid(), id, attempt, 'plan', 0, 'due' from videos
    where uploader_id = ${uploaderId}
    on conflict do nothing`.execute(service.db);
  return id;
}

/** Acts like a worker that processes a unit. */
async function work(unit: catalog.UnitAssignment): Promise<void> {
  const { kind } = unit;
  const segmentCount = kind === 'audio' ? 5 : rangeOf(unit).length;
  if (kind === 'audio') await publish(service, unit, { renditions: ['audio'], indexes: [0, 1, 2, 3, 4] });
  if (kind === 'video-chunk') await publish(service, unit, { renditions: RUNGS, indexes: rangeOf(unit) });
  if (kind === 'plan') return void (await complete(service, unit, { kind, plan }));
  if (kind === 'finish') return void (await complete(service, unit, { kind, durationSeconds: 20 }));
  if (kind === 'audio' || kind === 'video-chunk')
    return void (await complete(service, unit, { kind, segmentCount }));
  const thumbnailKey = catalog.extraKey(unit, 'thumbnail.jpg');
  await service.storage.put(thumbnailKey, Buffer.from('jpeg'));
  await complete(service, unit, { kind: 'extras', extras: { thumbnailKey, storyboard: null } });
}

/** Lets a worker do one unit of each lane at a time, and returns the number of rounds until a video is completed. */
async function roundsUntilDone(id: string): Promise<number> {
  for (let rounds = 0; ; rounds += 1) {
    if ((await videoRow(service, id)).status === 'completed') return rounds;
    await passHold(service);
    const units = [await claim(service, 'light'), await claim(service, 'heavy')];
    if (!units.some(Boolean)) throw new Error('nothing is due');
    for (const unit of units) if (unit) await work(unit);
  }
}

test('a video waits at most twice its own time, however many another person has uploaded', async () => {
  const alone = await roundsUntilDone(await queue(HIM));
  for (const count of isLongRun ? [1, 2, 500] : [100]) {
    await service.db.deleteFrom('videos').execute();
    await queue(HER, count);
    const rounds = await roundsUntilDone(await queue(HIM));
    process.stdout.write(`among ${count} uploads: ${rounds} rounds, alone ${alone}\n`);
    expect(rounds).toBeLessThanOrEqual(2 * alone);
  }
});

test.runIf(isLongRun)('a claim reads few of many due units', async () => {
  await queue(HER, 1000);
  for (let batch = 0; batch < 10; batch += 1)
    await sql`
      insert into transcode_units (id, video_id, attempt, kind, index, state)
      select gen_random_uuid(), videos.id, videos.attempt, 'video-chunk', number, 'due'
      from videos cross join generate_series(${10 * batch}::integer, ${10 * batch + 9}::integer) number`.execute(
      service.db,
    );
  await sql`analyze transcode_units, videos, uploaders`.execute(service.db);
  const read = await service.db.transaction().execute(async (trx) => {
    const worker = { workerId: 'worker-1', token: randomUUID() };
    const unit = await claimFairestUnit(trx, { lane: 'heavy', ...worker });
    expect(unit?.kind).toBe('video-chunk');
    const { rows } = await sql<{ count: number }>`
      select (seq_tup_read + coalesce(idx_tup_fetch, 0))::integer as count
      from pg_stat_xact_user_tables where relname = 'transcode_units'`.execute(trx);
    return rows[0]?.count;
  });
  expect(read).toBeLessThan(500);
});
