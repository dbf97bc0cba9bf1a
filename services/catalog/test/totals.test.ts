import { catalog as calls } from '@larksong/contracts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { foldTotals, readTotals, type Totals } from '../src/totals/store.ts';
import { plannedVideo, startCatalog, transcode, upload, type TestCatalog } from './support.ts';

let catalog: TestCatalog;
beforeAll(async () => {
  catalog = await startCatalog();
});
afterAll(() => catalog.stop());

/** Counts the tables themselves. */
async function count(): Promise<Totals> {
  const { rows } = await sql<Record<string, number>>`
    select
      count(*) filter (where status = 'processing')::integer as processing,
      count(*) filter (where status = 'completed')::integer as completed,
      count(*) filter (where status = 'failed')::integer as failed,
      coalesce(sum(source_size_bytes) filter (where source_removed_at is null), 0)::integer as source,
      (select coalesce(sum(size_bytes), 0) from segments)::integer as segment
    from videos`.execute(catalog.db);
  const { processing = 0, completed = 0, failed = 0, source = 0, segment = 0 } = rows[0] ?? {};
  return { videos: { processing, completed, failed }, bytes: { source, segment } };
}

const listChanges = async () => (await catalog.db.selectFrom('total_changes').select('id').execute()).length;

it('the totals equal a count of the tables after uploads, segments, failures and deletions, before and after a fold', async () => {
  const first = await upload(catalog);
  await transcode(catalog);
  await upload(catalog);
  await plannedVideo(catalog);
  expect(await readTotals(catalog.db)).toEqual(await count());
  expect((await count()).bytes.segment).toBeGreaterThan(0);

  await sql`update videos set status = 'failed' where status = 'processing'`.execute(catalog.db);
  await sql`update videos set view_count = view_count + 1`.execute(catalog.db); // changes no total
  await foldTotals(catalog.db);
  expect(await listChanges()).toBe(0);
  expect(await readTotals(catalog.db)).toEqual(await count());

  const response = await fetch(`${catalog.url}${calls.deleteVideo.path.replace(':id', first)}`, {
    method: 'DELETE',
    headers: catalog.superadmin.headers,
  });
  expect(response.status).toBe(200);
  expect(await readTotals(catalog.db)).toEqual(await count());
  await catalog.db.deleteFrom('videos').execute();
  await foldTotals(catalog.db);
  expect(await readTotals(catalog.db)).toEqual({
    videos: { processing: 0, completed: 0, failed: 0 },
    bytes: { source: 0, segment: 0 },
  });
});

it('an uploaded file that was removed after its time no longer counts', async () => {
  const id = await upload(catalog);
  await upload(catalog);
  const before = (await readTotals(catalog.db)).bytes.source;
  const { source_size_bytes: bytes } = await catalog.db
    .updateTable('videos')
    .set({ source_removed_at: new Date() })
    .where('id', '=', id)
    .returning('source_size_bytes')
    .executeTakeFirstOrThrow();
  expect((await readTotals(catalog.db)).bytes.source).toBe(before - Number(bytes));
  expect(await readTotals(catalog.db)).toEqual(await count());
  await catalog.db.deleteFrom('videos').where('id', '=', id).execute();
  expect(await readTotals(catalog.db)).toEqual(await count());
});

it('folds at the same time count no change twice', async () => {
  for (let video = 0; video < 5; video += 1) await upload(catalog);
  await Promise.all([foldTotals(catalog.db), foldTotals(catalog.db), foldTotals(catalog.db)]);
  expect(await readTotals(catalog.db)).toEqual(await count());
  expect(await listChanges()).toBe(0);
});

it('the metrics of uploads count what was received, accepted and refused', async () => {
  const read = async (name: string) => {
    const text = await (await fetch(`${catalog.url}/metrics`)).text();
    return Number(
      text
        .split('\n')
        .find((line) => line.startsWith(`${name} `))
        ?.slice(name.length),
    );
  };
  const before = await Promise.all([
    read('catalog_uploaded_bytes_total'),
    read('catalog_uploads_accepted_total'),
  ]);
  await upload(catalog);
  const refused = await fetch(`${catalog.url}/api/admin/videos/upload`, {
    method: 'POST',
    headers: catalog.superadmin.headers,
    body: new FormData(),
  });
  expect(refused.status).toBe(400);
  expect(await read('catalog_uploaded_bytes_total')).toBe((before[0] ?? 0) + 'not really a film'.length);
  expect(await read('catalog_uploads_accepted_total')).toBe((before[1] ?? 0) + 1);
  expect(await read('catalog_uploads_refused_total{code="VALIDATION_FAILED"}')).toBe(1);
  expect(await read('storage_used_bytes{kind="source"}')).toBe((await count()).bytes.source);
});
