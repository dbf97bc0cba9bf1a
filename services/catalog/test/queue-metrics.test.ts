import { createDatabase } from '@larksong/service-kit';
import { createTestLogger } from '@larksong/service-kit/testing';
import { Registry } from 'prom-client';
import { expect, it } from 'vitest';

import type { Tables } from '../src/db/tables.ts';
import { createTranscodingMetrics } from '../src/transcoding/metrics.ts';

it('the metrics of the queue are missing while Postgres is away, so that nobody takes them for an empty queue', async () => {
  const db = createDatabase<Tables>({ url: 'postgres://127.0.0.1:9/catalog', logger: createTestLogger() });
  const registry = new Registry();
  createTranscodingMetrics(registry, { db, keepMs: 0 });
  const text = await registry.metrics();
  await db.destroy();
  expect(text).toContain('# TYPE transcode_open_units gauge');
  expect(text).not.toMatch(/^transcode_(open|waiting|running)_units\{/m);
});
