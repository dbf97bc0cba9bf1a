import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { readPeakMegabytes, readProcessorSeconds } from './process-figures.ts';
import { addSegments, publishShort } from './stream/segments.ts';
import { startViewers, type Watched } from './stream/viewers.ts';
import { startSite } from './transcode/site.ts';

const VIEWERS = Number(process.env['BENCH_VIEWERS'] ?? 1000);
const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 120);
/** 2 Mbit/s. */
const SEGMENT = { seconds: 4, bytes: 1_000_000 };

const folder = await mkdtemp(join(tmpdir(), 'larksong-bench-'));
try {
  const proxied = { TRUSTED_PROXIES: 'loopback' }; // each viewer has its own address
  const site = await startSite(join(folder, 'data'), 1, { gateway: proxied });
  try {
    const id = await publishShort(site, folder);
    const count = Math.ceil((SECONDS * 2) / SEGMENT.seconds);
    const stored = { id, root: join(folder, 'data', 'storage'), count, sizeBytes: SEGMENT.bytes };
    const { hls } = await addSegments(site, stored);
    const gateway = site.stack.services['gateway']?.pid ?? 0;
    const before = await readProcessorSeconds(gateway);
    const watched = await startViewers({
      url: new URL(site.stack.localUrl + hls),
      viewers: VIEWERS,
      watchMs: SECONDS * 1000,
      segmentSeconds: SEGMENT.seconds,
      segmentCount: count,
    });
    print(watched, (await readProcessorSeconds(gateway)) - before);
    console.log(`memory of the gateway, most: ${await readPeakMegabytes(gateway)} MB`);
  } finally {
    await site.stack.stop();
  }
} finally {
  await rm(folder, { recursive: true, force: true });
}

function print(watched: Watched, gatewaySeconds: number): void {
  const { fetchMs, stallMs, refused, bytes } = watched;
  const sorted = fetchMs.toSorted((a, b) => a - b);
  const at = (share: number) => (sorted[Math.floor(sorted.length * share)] ?? 0).toFixed(0);
  console.log(
    `${VIEWERS} viewers for ${SECONDS} s: ${(bytes / SECONDS / 1e6).toFixed(0)} MB/s, ${sorted.length} segments, ` +
      `p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, slowest ${at(1 - 1e-9)} ms`,
  );
  const longest = Math.max(0, ...stallMs);
  console.log(`stalls: ${stallMs.length}, the longest ${longest.toFixed(0)} ms; refused: ${refused}`);
  console.log(`processor time of the gateway: ${((gatewaySeconds / SECONDS) * 100).toFixed(0)} % of a core`);
}
