import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { catalog } from '@larksong/contracts';

import { startNginx } from './stream/nginx.ts';
import { addSegments, publishShort, segmentName } from './stream/segments.ts';
import { load, type Load, type Served } from './stream/wrk.ts';
import { startSite, type Site } from './transcode/site.ts';

const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 5);
const ROUNDS = 3;
const SEGMENT_BYTES = 1_400_000;
/** Many times the gateway's memory for objects. */
const COLD_SEGMENTS = 400;
const SLOW_CLIENTS = 100;

const folder = await mkdtemp(join(tmpdir(), 'larksong-bench-'));
try {
  const site = await startSite(join(folder, 'data'), 1);
  try {
    const root = join(folder, 'data', 'storage');
    const id = await publishShort(site, folder);
    const stored = { id, root, count: COLD_SEGMENTS, sizeBytes: SEGMENT_BYTES };
    const path = await addSegments(site, stored);
    const nginx = await startNginx(folder, root);
    try {
      await measure(site, { id, hls: path.hls, nginx: `${nginx.url}/${path.folder}` });
    } finally {
      await nginx.stop();
    }
  } finally {
    await site.stack.stop();
  }
} finally {
  await rm(folder, { recursive: true, force: true });
}

interface Place {
  id: string;
  /** Path of the segments on the site. */
  hls: string;
  /** Address of the segments at nginx. */
  nginx: string;
}

async function measure(site: Site, { id, hls, nginx }: Place): Promise<void> {
  const gateway = site.stack.localUrl + hls;
  const cold = join(folder, 'cold.lua');
  await writeFile(
    cold,
    `local n = math.random(0, ${COLD_SEGMENTS - 1})
     function request()
       n = (n + 1) % ${COLD_SEGMENTS}
       return wrk.format('GET', wrk.path .. string.format('/%05d.m4s', 1000 + n))
     end`,
  );
  const usual = { connections: 32, seconds: SECONDS };
  const one = `/${segmentName(0)}`;
  await compare('public, hot', { ...usual, url: nginx + one }, { ...usual, url: gateway + one });
  await compare(
    'public, from the folder',
    { ...usual, url: nginx, script: cold },
    { ...usual, url: gateway, script: cold },
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
  console.log(
    `\nmemory of the gateway, most: ${await peakMegabytes(site.stack.services['gateway']?.pid)} MB`,
  );
}

/** Loads both addresses in turn and prints the middle of the rounds. */
async function compare(name: string, baseline: Load, ours: Load): Promise<void> {
  const rounds: [Served, Served][] = [];
  for (let round = 0; round < ROUNDS; round += 1) rounds.push([await load(baseline), await load(ours)]);
  const middle = rounds.toSorted((a, b) => ratioOf(a) - ratioOf(b))[Math.floor(ROUNDS / 2)];
  if (!middle) return;
  const cell = ({ bytesPerSecond, p99Ms, failures }: Served) =>
    `${(bytesPerSecond / 1e9).toFixed(2).padStart(5)} GB/s  p99 ${p99Ms.toFixed(0).padStart(4)} ms  failed ${failures}`;
  console.log(
    `${name.padEnd(42)} nginx ${cell(middle[0])}   gateway ${cell(middle[1])}   ratio ${ratioOf(middle).toFixed(2)}`,
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

/** Returns the largest resident memory of a process so far. */
async function peakMegabytes(pid = 0): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Math.round(Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1]) / 1024);
}
