import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { startPostgres, startRedis } from '@larksong/local';

import { fillCatalog } from './api/fill-catalog.ts';
import { fillTranscoding } from './api/fill-transcoding.ts';
import { measure, percentile, type Measured } from './api/measure.ts';
import { explainAdding } from './api/explain-adding.ts';
import { createMember } from './api/member.ts';
import { listRequests } from './api/requests.ts';
import { migrateCatalog, startCatalog } from './api/start-catalog.ts';
import { compareThroughGateway } from './api/through-gateway.ts';

const SIZES = { small: 10_000, large: Number(process.env['BENCH_VIDEOS'] ?? 1_000_000) };
const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 200);
/** Maximum ratio of the 95th percentiles of the large and the small catalog for lists, searches, personal lists, lists of songs and the dashboard. */
const LIMIT = 2;

const folder = await mkdtemp(join(tmpdir(), 'larksong-bench-'));
const [postgres, redis] = await Promise.all([
  startPostgres({ dataDir: join(folder, 'postgres'), fsync: false }),
  startRedis({ dataDir: join(folder, 'redis') }),
]);
try {
  const member = await createMember();
  const prepare = async (name: keyof typeof SIZES) => {
    console.log(`making a catalog of ${SIZES[name].toLocaleString('en')} videos …`);
    await postgres.createDatabase(name);
    const databaseUrl = postgres.url(name);
    await migrateCatalog(databaseUrl);
    const words = await fillCatalog(databaseUrl, SIZES[name], member.id);
    await fillTranscoding(databaseUrl);
    const catalog = await startCatalog({ databaseUrl, redisUrl: redis.url, storageDir: folder, member });
    return { ...catalog, kinds: await listRequests(catalog.url, words, member) };
  };
  const small = await prepare('small');
  const large = await prepare('large');
  const measured = await measure(small, large, ROUNDS);
  await Promise.all([small.stop(), large.stop()]);
  if (!(await explainAdding(postgres.url('large')))) process.exitCode = 1;
  if (!report(measured)) process.exitCode = 1;
  console.log();
  await compareThroughGateway(join(folder, 'site'), 5);
} finally {
  await Promise.all([postgres.stop(), redis.stop()]);
  await rm(folder, { recursive: true, force: true, maxRetries: 5 }); // a server may still write
}

/** Prints all kinds and the groups that have a limit; returns false if a group exceeds it. */
function report(measured: Measured[]): boolean {
  console.log(`\n${'ms: p50, p95'.padEnd(30)}${SIZES.small} videos   ${SIZES.large} videos   p95 ratio`);
  for (const one of measured) printLine(one.kind.name, one);
  console.log();
  return (['list', 'search', 'personal', 'song list', 'dashboard'] as const)
    .map((group) => {
      const ofGroup = measured.filter(({ kind }) => kind.group === group);
      const ratio = printLine(`every ${group}`, {
        small: ofGroup.flatMap(({ small }) => small),
        large: ofGroup.flatMap(({ large }) => large),
      });
      return ratio <= LIMIT;
    })
    .every(Boolean);
}

function printLine(name: string, { small, large }: Pick<Measured, 'small' | 'large'>): number {
  const cell = (values: number[]) =>
    `${percentile(values, 0.5).toFixed(1).padStart(6)} ${percentile(values, 0.95).toFixed(1).padStart(6)}`;
  const ratio = percentile(large, 0.95) / percentile(small, 0.95);
  console.log(`${name.padEnd(28)}${cell(small)}   ${cell(large)}   ${ratio.toFixed(2).padStart(6)}`);
  return ratio;
}
