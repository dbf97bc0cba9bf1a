import { execFile } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';

import { catalog } from '@larksong/contracts';
import { startFrontProxy } from '@larksong/local/testing/front-proxies';
import { createLogger } from '@larksong/service-kit';
import { createStorage } from '@larksong/service-kit/storage';
import { startMinio, toS3Settings } from '@larksong/service-kit/testing/minio';

import { readConfig } from '../services/gateway/src/config.ts';
import { createService } from '../services/gateway/src/service.ts';
import { load, type Load, type Served } from './stream/wrk.ts';

const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 5);
const ROUNDS = 3;
const CONNECTIONS = 32;
const SEGMENT_BYTES = 1_400_000;

const OWNER = { videoId: randomUUID(), attempt: 1, token: randomUUID() };
const KEY = catalog.segmentKey(OWNER, '720p', 0);
const PATH = `/hls/${OWNER.videoId}/720p/1/${OWNER.token}/00000.m4s`;

await using resources = new AsyncDisposableStack();
const minio = await startMinio();
if ('unavailable' in minio) throw new Error(minio.unavailable);
resources.defer(minio.stop);
const s3 = toS3Settings(minio);
const storage = createStorage(s3);
resources.defer(() => storage.close());
await storage.put(KEY, randomBytes(SEGMENT_BYTES), { contentType: 'video/mp4' });

const catalogUrl = await startPublicCatalog();
const plain = await startGateway({});
const shared = await startGateway({ STREAM_SHARED_CACHE_SECONDS: '86400' });
const direct = await startGateway({ STREAM_DELIVERY: 'direct', STREAM_LINK_SECONDS: '60' });
const nginx = await startProxy('nginx', plain, false);
const cache = await startProxy('nginx', shared, true);
const caddy = await startProxy('caddy', plain, false);

const baseline = plain + PATH;
await compare('nginx, https', { baseline, url: () => nginx + PATH });
await compare('nginx with its cache, https', { baseline, url: () => cache + PATH });
await compare('Caddy, https', { baseline, url: () => caddy + PATH });
await compare('direct: the redirects', { baseline, url: () => direct + PATH });
await compare('direct: MinIO', { baseline, url: findLink });
await compareWhole();

/** Starts a server that reports every video as public. */
async function startPublicCatalog(): Promise<string> {
  const server = createServer((_request, response) => {
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify({ success: true, data: { isPublic: true }, keys: [] }));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  resources.defer(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`; // listening on TCP
}

/** Starts a gateway in this process, so that its processor time can be measured. */
async function startGateway(settings: Record<string, string>): Promise<string> {
  const logger = createLogger({ name: 'bench', level: 'fatal' });
  const config = readConfig({
    PORT: '0',
    INTERNAL_TOKEN: 'a7c1e93fb2d84605a7c1e93fb2d84605',
    AUTH_URL: catalogUrl,
    CATALOG_URL: catalogUrl,
    GAME_URL: catalogUrl,
    REDIS_URL: 'redis://127.0.0.1:9', // no calls are counted
    TRUSTED_PROXIES: '127.0.0.1',
    ...s3,
    ...settings,
  });
  const service = await createService(config, logger);
  resources.defer(() => service.stop());
  return service.app.listen({ host: '127.0.0.1', port: 0 });
}

async function startProxy(name: 'nginx' | 'caddy', gateway: string, hasCache: boolean): Promise<string> {
  const proxy = await startFrontProxy(name, { gatewayPort: Number(new URL(gateway).port), hasCache });
  resources.defer(proxy.stop);
  return proxy.url;
}

/** Returns a link to the segment. */
async function findLink(): Promise<string> {
  const response = await fetch(direct + PATH, { redirect: 'manual' });
  return response.headers.get('location') ?? '';
}

interface Compared {
  baseline: string;
  url: () => string | Promise<string>;
}

/** The result of a load, and the processor seconds that the gateway used for it. */
type Measured = Served & { gatewaySeconds: number };

/** Loads the gateway alone and another address in turn, and prints the middle of the rounds. */
async function compare(name: string, of: Compared): Promise<void> {
  const rounds: [Measured, Measured][] = [];
  for (let round = 0; round < ROUNDS; round += 1)
    rounds.push([await measure(of.baseline), await measure(await of.url())]);
  const ratioOf = ([alone, other]: [Measured, Measured]) => other.requestsPerSecond / alone.requestsPerSecond;
  const middle = rounds.toSorted((a, b) => ratioOf(a) - ratioOf(b))[Math.floor(ROUNDS / 2)];
  if (!middle) return;
  console.log(
    `${name.padEnd(28)} gateway alone ${toCell(middle[0])}   this ${toCell(middle[1])}   ratio ${ratioOf(middle).toFixed(2)}`,
  );
}

async function measure(url: string): Promise<Measured> {
  const usual: Load = { url, connections: CONNECTIONS, seconds: SECONDS };
  await load({ ...usual, seconds: 1 }); // opens connections, fills caches
  const before = process.cpuUsage();
  const served = await load(usual);
  const { user, system } = process.cpuUsage(before);
  return { ...served, gatewaySeconds: (user + system) / 1e6 };
}

/** Fetches segments by their redirects and, in turn, from MinIO alone, by the same client, and prints the middle of the rounds. */
async function compareWhole(): Promise<void> {
  const rounds: { alone: number; redirected: number }[] = [];
  for (let round = 0; round < ROUNDS; round += 1)
    rounds.push({ alone: await fetchAll(await findLink()), redirected: await fetchAll(direct + PATH) });
  const ratioOf = ({ alone, redirected }: { alone: number; redirected: number }) => redirected / alone;
  const middle = rounds.toSorted((a, b) => ratioOf(a) - ratioOf(b))[Math.floor(ROUNDS / 2)];
  if (!middle) return;
  console.log(
    `${'direct: redirect and segment'.padEnd(28)} MinIO alone ${middle.alone.toFixed(2)} GB/s   this ${middle.redirected.toFixed(2)} GB/s   ratio ${ratioOf(middle).toFixed(2)}`,
  );
}

/** Fetches an address many times with curl, which follows redirects as players do. Returns gigabytes per second. */
async function fetchAll(url: string): Promise<number> {
  const times = 400 * SECONDS;
  const args = ['-sSfL', '--parallel', '--parallel-max', String(CONNECTIONS), '--config', '-'];
  const started = promisify(execFile)('curl', args);
  const config = `url = "${url}"\noutput = "/dev/null"\n`.repeat(times);
  started.child.stdin?.end(config);
  const startedAt = performance.now();
  await started;
  return (times * SEGMENT_BYTES) / 1e6 / (performance.now() - startedAt);
}

/** Counts segments, since a redirect stands for one. */
function toCell({ requestsPerSecond, p99Ms, failures, gatewaySeconds }: Measured): string {
  const gigabytes = (requestsPerSecond * SEGMENT_BYTES) / 1e9;
  const cost = (gatewaySeconds / SECONDS / gigabytes).toFixed(3);
  return `${requestsPerSecond.toFixed(0).padStart(5)}/s ${gigabytes.toFixed(2).padStart(5)} GB/s  p99 ${p99Ms.toFixed(0).padStart(3)} ms  gateway ${cost} s/GB  failed ${failures}`;
}
