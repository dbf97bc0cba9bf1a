import { afterAll, beforeAll, expect, it } from 'vitest';

import { callerOf } from './library.ts';
import { startCatalog, type TestCatalog } from './support.ts';

let service: TestCatalog;
beforeAll(async () => {
  service = await startCatalog();
});
afterAll(() => service.stop());

const call = callerOf(() => service);
const report = (body: object) => call.send('POST', '/api/videos/playbacks', { body });

it('reports of players are counted by result, quality and error, and nothing else becomes a label', async () => {
  expect((await report({ result: 'smooth', rung: '720p' })).status).toBe(200);
  expect((await report({ result: 'stalled', rung: '480p' })).status).toBe(200);
  expect((await report({ result: 'failed', rung: 'unknown', error: 'network' })).status).toBe(200);
  expect((await report({ result: 'failed', rung: '360p' })).status).toBe(200);
  for (const body of [{ result: 'fine', rung: '720p' }, { result: 'smooth', rung: '721p' }, {}])
    expect((await report(body)).status).toBe(400);
  const text = await (await fetch(`${service.url}/metrics`)).text();
  const counted = [...text.matchAll(/^catalog_playback\w+\{.*\} [1-9]\d*$/gm)].map(([line]) => line);
  expect(counted.toSorted()).toEqual([
    'catalog_playback_errors_total{error="network"} 1',
    'catalog_playback_errors_total{error="other"} 1',
    'catalog_playbacks_total{result="failed",rung="360p"} 1',
    'catalog_playbacks_total{result="failed",rung="unknown"} 1',
    'catalog_playbacks_total{result="smooth",rung="720p"} 1',
    'catalog_playbacks_total{result="stalled",rung="480p"} 1',
  ]);
});
