import { setTimeout as pause } from 'node:timers/promises';

import type { Stack } from '@larksong/local';
import { faultLine } from '@larksong/service-kit/testing/faults';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { processesWith, untilProcesses } from '../../services/transcoder/test/support/processes.ts';
import { until } from '../access/until.ts';
import { openCatalogData, type CatalogData } from '../support/catalog-data.ts';
import { makeClip } from '../support/clips.ts';
import { startSite } from '../support/start-site.ts';
import { readStream } from '../support/streams.ts';
import { findViolations } from './check-invariants.ts';
import { findTranscoder, listRunning, uploadUntilAccepted } from './fault-uploads.ts';

const line = faultLine(3);
const SECONDS = 120;
/** Three times the silence after which a worker loses its units. */
const FROZEN_MS = 36_000;

let site: Stack;
let data: CatalogData;
beforeAll(async () => {
  site = await startSite({ workers: 2 });
  data = await openCatalogData(site.url);
});
afterAll(async () => {
  await data?.close();
  await site?.stop();
});

const readVideo = (id: string) =>
  data.db.selectFrom('videos').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

it('a worker that resumes after being frozen reports no segments, leaves no objects, and ends its ffmpeg', async () => {
  const path = await makeClip({ seconds: SECONDS, width: 854, height: 480 });
  const id = await uploadUntilAccepted(site, { path, title: 'Frozen' });
  let frozen: Awaited<ReturnType<typeof listRunning>>[number] | undefined;
  const isEncoding = async () => {
    for (const unit of await listRunning(data))
      if (unit.kind === 'video-chunk' && unit.index > 0 && processesWith(unit.token ?? '').length > 0)
        frozen = unit;
    return frozen !== undefined;
  };
  await until(isEncoding, { what: 'a chunk is encoded', withinSeconds: 120 });
  const token = frozen?.token ?? '';
  const worker = findTranscoder(site, frozen?.worker_id ?? null);
  expect(worker?.kill('SIGSTOP')).toBe(true);
  await pause(FROZEN_MS);
  const before = await data.db.selectFrom('segments').selectAll().where('token', '=', token).execute();
  worker?.kill('SIGCONT');
  const woken = performance.now();
  await untilProcesses(token, 'gone', 10_000);
  const goneMs = performance.now() - woken;
  const isDone = async () => (await readVideo(id)).status !== 'processing';
  await until(isDone, { what: 'the video is ready', withinSeconds: 300 });
  expect((await readVideo(id)).status).toBe('completed');
  const after = await data.db.selectFrom('segments').selectAll().where('token', '=', token).execute();
  const unit = await data.db
    .selectFrom('transcode_units')
    .selectAll()
    .where('id', '=', frozen?.id ?? '')
    .executeTakeFirstOrThrow();
  expect(unit.token).not.toBe(token);
  expect(unit.death_count).toBe(0);
  for (const rendition of await readStream(site.url, id)) {
    expect(rendition.decodeErrors).toBe('');
    expect(rendition.segments).toHaveLength(SECONDS / 4);
    if (rendition.name !== 'audio') expect(rendition.frames).toBe(SECONDS * 25);
  }
  let violations: string[] = [];
  const isClean = async () =>
    (violations = await findViolations(site, data, { accepted: [id] })).length === 0;
  // It deletes the objects that it was storing when it froze as soon as it learns that its work was taken over.
  await until(isClean, { what: 'nothing is left of the frozen work', withinSeconds: 10 }).catch(() => {});
  for (const violation of violations) console.log(violation);
  line.prove(`frozen for ${FROZEN_MS / 1000} s`, {
    'stale reports': { measured: Math.max(0, after.length - before.length), atMost: 0 },
    'ffmpeg gone': { measured: goneMs / 1000, atMost: 10, unit: 's' },
    'mixed output': { measured: violations.length, atMost: 0 },
  });
});
