import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { catalog } from '@larksong/contracts';
import type { Place } from '@larksong/service-kit/testing/minio';

import { readPeakMegabytes } from './process-figures.ts';
import { startOnS3 } from './stream/from-s3.ts';
import { createNetwork } from './stream/network.ts';
import { startNginx } from './stream/nginx.ts';
import { waitAsNewClients } from './stream/new-clients.ts';
import { addSegments, publishShort, segmentName } from './stream/segments.ts';
import { load, writeScript, type Load, type Served } from './stream/wrk.ts';
import { startSite, type Site } from './transcode/site.ts';

const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 5);
const ROUNDS = 3;
/** Load before the first round, until the gateway has compiled its code, like one that has been running for a while. */
const WARM_SECONDS = 15;
const SEGMENT_BYTES = 1_400_000;
/** Many times the gateway's memory for objects. */
const COLD_SEGMENTS = 400;
const CONNECTIONS = 32;
const SLOW_CLIENTS = 100;
/** Speed of the network between the site and an S3 server on another machine. */
const NETWORK_MEGABITS = 1000;

const folder = await mkdtemp(join(tmpdir(), 'larksong-bench-'));
try {
  const site = await startSite(join(folder, 'data'), 1);
  try {
    const root = join(folder, 'data', 'storage');
    const id = await publishShort(site, folder);
    const stored = { id, root, count: COLD_SEGMENTS, sizeBytes: SEGMENT_BYTES };
    const path = await addSegments(site, stored);
    const nginx = await startNginx(folder, { root });
    try {
      await measure(site, { id, hls: path.hls, nginx: `${nginx.url}/${path.folder}` });
    } finally {
      await nginx.stop();
    }
  } finally {
    await site.stack.stop();
  }
  await measureS3('this machine');
  const network = await createNetwork(NETWORK_MEGABITS);
  try {
    await measureS3(`${NETWORK_MEGABITS} Mbit/s`, network);
  } finally {
    await network.remove();
  }
} finally {
  await rm(folder, { recursive: true, force: true });
}

interface Published {
  id: string;
  /** Path of the segments on the site. */
  hls: string;
  /** Address of the segments at nginx. */
  nginx: string;
}

async function measure(site: Site, { id, hls, nginx }: Published): Promise<void> {
  const gateway = site.stack.localUrl + hls;
  const names = Array.from({ length: COLD_SEGMENTS }, (_, index) => segmentName(index));
  const toScript = (name: string, base: string) =>
    writeScript(
      join(folder, `${name}.lua`),
      names.map((segment) => `${base}/${segment}`),
    );
  const usual = { connections: CONNECTIONS, seconds: SECONDS };
  const one = `/${segmentName(0)}`;
  await load({ ...usual, seconds: WARM_SECONDS, url: gateway + one });
  await compare('public, hot', { ...usual, url: nginx + one }, { ...usual, url: gateway + one });
  await compare(
    'public, from the folder',
    { ...usual, url: nginx, script: await toScript('cold-nginx', nginx) },
    { ...usual, url: gateway, script: await toScript('cold-gateway', gateway) },
  );
  await site.call(catalog.updateVideo, { params: { id }, body: { visibility: 'registered' } });
  const { headers } = site;
  await compare(
    'for signed-in viewers, hot',
    { ...usual, url: nginx + one },
    { ...usual, url: gateway + one, headers },
  );
  await site.call(catalog.updateVideo, { params: { id }, body: { visibility: 'public' } });
  const slow = startSlowClients(new URL(gateway), one);
  const many = { connections: 400, seconds: SECONDS };
  await compare(
    `hot, 500 connections, ${SLOW_CLIENTS} of them slow`,
    { ...many, url: nginx + one },
    { ...many, url: gateway + one },
  );
  slow.stop();
  await compareNewClients({ ...many, url: nginx + one }, { ...many, url: gateway + one });
  console.log(
    `\nmemory of the gateway, most: ${await readPeakMegabytes(site.stack.services['gateway']?.pid)} MB`,
  );
}

/** Loads both addresses in turn and prints how long new clients wait meanwhile. */
async function compareNewClients(first: Load, second: Load): Promise<void> {
  const cells: string[] = [];
  for (const [name, of] of [['nginx', first] as const, ['gateway', second] as const]) {
    const { medianMs, longestMs } = await waitAsNewClients(of.url, load(of));
    cells.push(`${name} ${medianMs.toFixed(0)} ms, the longest ${longestMs.toFixed(0)} ms`);
  }
  console.log(`a new client next to ${first.connections} others`.padEnd(42), cells.join('   '));
}

/** Compares the gateway, and nginx as a proxy that has no rights to check, with the S3 server that they read from. */
async function measureS3(where: string, place?: Place): Promise<void> {
  const onS3 = await startOnS3(folder, { count: COLD_SEGMENTS, sizeBytes: SEGMENT_BYTES, place });
  try {
    const toLoad = async (name: string, urls: string[]) => ({
      connections: CONNECTIONS,
      seconds: SECONDS,
      url: new URL(urls[0] ?? '').origin,
      script: await writeScript(join(folder, `${name}.lua`), urls),
    });
    const [minio, gateway] = [await toLoad('minio', onS3.minio), await toLoad('gateway', onS3.gateway)];
    await compare(`public, from S3, ${where}`, minio, gateway, { baseline: 'MinIO' });
    const nginx = await startNginx(folder, { upstream: minio.url });
    try {
      const proxied = { ...minio, url: nginx.url };
      await compare('the same through nginx', minio, proxied, { baseline: 'MinIO', other: 'nginx' });
    } finally {
      await nginx.stop();
    }
  } finally {
    await onS3.stop();
  }
}

/** Loads both addresses in turn and prints the middle of the rounds. */
async function compare(
  name: string,
  first: Load,
  second: Load,
  { baseline = 'nginx', other = 'gateway' } = {},
): Promise<void> {
  const rounds: [Served, Served][] = [];
  for (let round = 0; round < ROUNDS; round += 1) rounds.push([await load(first), await load(second)]);
  const middle = rounds.toSorted((a, b) => ratioOf(a) - ratioOf(b))[Math.floor(ROUNDS / 2)];
  if (!middle) return;
  const cell = ({ bytesPerSecond, p99Ms, failures }: Served) =>
    `${(bytesPerSecond / 1e9).toFixed(2).padStart(5)} GB/s  p99 ${p99Ms.toFixed(0).padStart(4)} ms  failed ${failures}`;
  console.log(
    `${name.padEnd(42)} ${baseline} ${cell(middle[0])}   ${other} ${cell(middle[1])}   ratio ${ratioOf(middle).toFixed(2)}`,
  );
}

function ratioOf([baseline, ours]: [Served, Served]): number {
  return ours.bytesPerSecond / baseline.bytesPerSecond;
}

/** Opens connections that ask for a segment and read it slowly. */
function startSlowClients({ hostname, port, pathname }: URL, name: string): { stop: () => void } {
  const request = `GET ${pathname}${name} HTTP/1.1\r\nhost: ${hostname}\r\n\r\n`;
  const sockets = Array.from({ length: SLOW_CLIENTS }, () => {
    const socket = connect({ host: hostname, port: Number(port) });
    socket.on('error', () => {}); // ends with the bench
    socket.on('data', () => {
      socket.pause();
      setTimeout(() => socket.resume(), 500);
    });
    socket.write(request);
    return socket;
  });
  return {
    stop: () => {
      for (const socket of sockets) socket.destroy();
    },
  };
}
