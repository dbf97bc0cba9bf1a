import { openAsBlob } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';

import { catalog, type Data } from '@larksong/contracts';
import type { Stack } from '@larksong/local';
import { startStopwatch } from '@larksong/service-kit/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { until } from './access/until.ts';
import { uploadFile } from './access/uploads.ts';
import { signInPage, signInSuperadmin, type Account } from './support/accounts.ts';
import { openPage } from './support/browser.ts';
import { makeClip } from './support/clips.ts';
import { listExpressions } from './support/dashboards.ts';
import { startCollector, type OtlpCollector } from './support/otlp-collector.ts';
import {
  checkMetrics,
  findPrometheus,
  startPrometheus,
  withoutPrometheus,
  type Prometheus,
} from './support/prometheus.ts';
import { startSite } from './support/start-site.ts';
import { writeSteadyFfmpeg } from './support/steady-ffmpeg.ts';
import { readStream } from './support/streams.ts';

/** Takes ten seconds in any case: long enough to be cancelled, and then to lose its worker, in the middle. */
const SECONDS = 40;
const SPEED = 4;
/** Few, since the pictures are not the subject. */
const FRAME_RATE = 10;
const STATUS = catalog.getTranscodingStatus;

const binary = await findPrometheus();

let site: Stack;
let superadmin: Account;
let collector: OtlpCollector;
/** Scrapes the site while the tests run; undefined if it is not installed. */
let prometheus: Prometheus | undefined;
beforeAll(async () => {
  // A short timeout keeps the test short; a worker vanishes for the dashboard after 20 s of silence in any case.
  const catalogEnv = { HEARTBEAT_TIMEOUT_SECONDS: '5' };
  const transcoder = { FFMPEG_PATH: await writeSteadyFfmpeg({ secondsPerSecond: SPEED }) };
  collector = await startCollector();
  const all = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url };
  site = await startSite({ workers: 1, env: { all, catalog: catalogEnv, transcoder } });
  superadmin = await signInSuperadmin(site);
  if (binary !== undefined) prometheus = await startPrometheus(binary, site);
});
afterAll(async () => {
  await prometheus?.stop();
  await site?.stop();
  await collector?.stop();
});

const getStatus = async (): Promise<Data<typeof STATUS>> => (await superadmin.call(STATUS, {})).data;
const getWorkers = async () => (await getStatus()).workers.list;

/** Returns the number of ffmpeg processes below a process. */
async function countFfmpeg(rootPid: number): Promise<number> {
  const processes = new Map<number, { parent: number; name: string }>();
  for (const entry of await readdir('/proc')) {
    const stat = /^\d+$/.test(entry) ? await readFile(`/proc/${entry}/stat`, 'utf8').catch(() => '') : '';
    const [, name, parent] = /^\d+ \((.*)\) \S (\d+)/.exec(stat) ?? [];
    if (name !== undefined) processes.set(Number(entry), { name, parent: Number(parent) });
  }
  const isBelow = (pid: number): boolean => {
    const parent = processes.get(pid)?.parent;
    return parent !== undefined && (parent === rootPid || isBelow(parent));
  };
  return [...processes].filter(([pid, { name }]) => name === 'ffmpeg' && isBelow(pid)).length;
}

it('the dashboard follows a video from its start over a cancellation and a retry, and notices a killed worker', async () => {
  await until(async () => (await getWorkers()).some(({ state }) => state === 'idle'), {
    what: 'an idle worker',
    withinSeconds: 120,
  });
  const { page, trouble, close } = await openPage({ site: site.url });
  try {
    await signInPage(page, superadmin);
    await page.goto('/transcoding');
    const worker = page.getByRole('listitem').filter({ hasText: 'transcoder-1' });
    await worker.getByText('Idle').waitFor();

    const file = await openAsBlob(
      await makeClip({ seconds: SECONDS, width: 160, height: 90, frameRate: FRAME_RATE }),
    );
    const id = await uploadFile(site.url, superadmin, { title: 'The Lark', visibility: 'public', file });
    const job = page.getByRole('article').filter({ hasText: 'The Lark' });
    await job.getByText('Encoding video').waitFor();
    await worker.getByText('Busy').waitFor();
    await job.getByRole('link', { name: 'Ready to watch' }).waitFor();
    const pid = site.services['transcoder-1']?.pid ?? 0;
    await until(async () => (await countFfmpeg(pid)) > 0, { what: 'a running ffmpeg', withinSeconds: 60 });

    await job.getByRole('button', { name: 'Stop The Lark' }).click();
    const answered = page.waitForResponse((response) => response.url().endsWith('/cancel'));
    await page.getByRole('button', { name: 'Stop processing' }).click();
    expect((await answered).status()).toBe(200);
    const sinceCancellationMs = startStopwatch();
    await until(async () => (await countFfmpeg(pid)) === 0, {
      what: 'no ffmpeg',
      withinSeconds: 60,
      everyMs: 50,
    });
    const endedMs = sinceCancellationMs();
    await job.getByText('Stopped by you').waitFor();
    expect((await getStatus()).recentlyFailed).toMatchObject([{ id, failureCode: 'cancelled' }]);
    expect((await fetch(`${site.url}/hls/${id}/master.m3u8`)).status).toBe(404);

    await job.getByRole('button', { name: 'Continue The Lark' }).click();
    await job.getByText('Attempt 2').waitFor();
    await until(async () => (await countFfmpeg(pid)) > 0, { what: 'ffmpeg again', withinSeconds: 120 });

    // It is restarted at once, as another worker of the same name.
    const before = (await getWorkers()).map((other) => other.id);
    const sinceKillMs = startStopwatch();
    site.services['transcoder-1']?.kill('SIGKILL');
    await page.getByText('Not responding').waitFor();
    const noticedSeconds = sinceKillMs() / 1000;
    console.log(
      `ffmpeg ended ${(endedMs / 1000).toFixed(1)} s after the cancellation; a killed worker was noticed after ${noticedSeconds.toFixed(1)} s`,
    );
    expect(noticedSeconds).toBeLessThan(60);
    expect(endedMs).toBeLessThan(10_000);
    const workers = await getWorkers();
    expect(workers.find((other) => before.includes(other.id))).toMatchObject({ state: 'vanished' });
    expect(workers.filter(({ state }) => state === 'busy')).toHaveLength(1);
    await page.getByText('1 lost worker').or(page.getByText('2 lost workers')).waitFor();

    await until(async () => (await getStatus()).recentlyCompleted.some((video) => video.id === id), {
      what: 'the completed video',
      withinSeconds: 240,
    });
    await page.getByRole('listitem').filter({ hasText: 'The Lark' }).getByText('Ready').waitFor();
    for (const rendition of await readStream(site.url, id)) {
      expect(rendition.decodeErrors).toBe('');
      if (rendition.name !== 'audio') expect(rendition.frames).toBe(SECONDS * FRAME_RATE);
    }
    expect(trouble.errors).toEqual([]);
  } finally {
    await close();
  }
});

it('a worker that is told to stop is shown as stopped, next to its successor', async () => {
  const findIdle = async () => (await getWorkers()).find(({ state }) => state === 'idle');
  await until(async () => (await findIdle()) !== undefined, { what: 'an idle worker', withinSeconds: 120 });
  const old = await findIdle();
  site.services['transcoder-1']?.kill('SIGTERM');
  await until(
    async () => (await getWorkers()).some(({ id, state }) => id === old?.id && state === 'stopped'),
    {
      what: 'a stopped worker',
      withinSeconds: 60,
    },
  );
  const isNew = async () => (await findIdle())?.id !== old?.id && (await findIdle()) !== undefined;
  await until(isNew, { what: 'its successor', withinSeconds: 120 });
  expect((await getWorkers()).filter(({ name }) => name === 'transcoder-1').length).toBeGreaterThan(1);
});

const reason = binary === undefined ? withoutPrometheus : '';
it.skipIf(binary === undefined)(
  `every expression of the Grafana dashboards returns data from the site, whose metrics promtool accepts${reason}`,
  async () => {
    const [video] = (await getStatus()).recentlyCompleted;
    // The site has no https, and thus no certificate.
    const expressions = (await listExpressions()).filter(
      ({ expression }) => !expression.includes('gateway_certificate'),
    );
    expect(expressions.length).toBeGreaterThan(50);
    const findEmpty = async () => {
      // Rates need requests in more than one scrape.
      await Promise.all([fetchStream(video?.id ?? ''), fetch(`${site.url}/songs`)]);
      const empty: string[] = [];
      for (const { where, expression } of expressions) {
        // Grafana replaces this by a few scrape intervals.
        const series = await prometheus?.query(expression.replaceAll('$__rate_interval', '10m'));
        if (!series?.some(({ value }) => Number.isFinite(value))) empty.push(`${where}: ${expression}`);
      }
      return empty;
    };
    await expect.poll(findEmpty).toEqual([]); // catalog keeps its readings for 15 s
    expect(await checkMetrics(site)).toEqual([]);
  },
);

/** Watches a video as a player does. */
async function fetchStream(id: string): Promise<void> {
  const fetchText = async (path: string) => (await fetch(`${site.url}/hls/${id}/${path}`)).text();
  const [rendition = ''] = /^[^#].*playlist\.m3u8$/m.exec(await fetchText('master.m3u8')) ?? [];
  const [segment = ''] = /^[^#].*\.m4s$/m.exec(await fetchText(rendition)) ?? [];
  await fetchText(new URL(segment, `http://x/${rendition}`).pathname.slice(1));
}

it('one trace leads from the request of an upload over gateway, catalog and transcoder to ffmpeg and the last segment', async () => {
  const findUpload = () =>
    collector.spans.find(
      ({ service, name }) => service === 'gateway' && name === 'POST /api/admin/videos/upload',
    );
  const inTrace = (service: string, name: string) =>
    collector.spans.filter(
      (span) => span.traceId === findUpload()?.traceId && span.service === service && span.name === name,
    );
  // Spans are sent every two seconds.
  await expect.poll(() => inTrace('transcoder', 'finish').length).toBeGreaterThan(0);
  const [upload, received] = [findUpload(), inTrace('catalog', 'POST /api/admin/videos/upload')[0]];
  expect(upload?.parentSpanId).toBe('');
  expect(received?.parentSpanId).toBe(upload?.spanId);
  expect(received?.attributes['larksong.request_id']).toBe(upload?.attributes['larksong.request_id']);

  const chunks = inTrace('transcoder', 'video-chunk');
  expect(chunks.length).toBeGreaterThan(1);
  for (const { parentSpanId } of chunks) expect(parentSpanId).toBe(received?.spanId);
  const chunkIds = chunks.map(({ spanId }) => spanId);
  expect(inTrace('transcoder', 'ffmpeg').some(({ parentSpanId }) => chunkIds.includes(parentSpanId))).toBe(
    true,
  );
  const reports = inTrace('catalog', 'POST /internal/units/:id/segments');
  expect(reports.some(({ parentSpanId }) => chunkIds.includes(parentSpanId))).toBe(true);
});
