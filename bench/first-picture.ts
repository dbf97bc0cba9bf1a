import { mkdtemp, rename, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

import type { Browser } from 'playwright-core';

import {
  launchBrowser,
  paint,
  PROFILES,
  watch,
  weigh,
  type Profile,
  type Visit,
} from './first-picture/visits.ts';
import { makeClip } from './transcode/clips.ts';
import { startSite, until, upload, type Site } from './transcode/site.ts';

const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 5);
/** The folder of another built web client. */
const BASELINE = process.env['BENCH_BASELINE'];
const OURS = join(import.meta.dirname, '..', 'web', 'dist');
const SECONDS = 20;
/** Two have the others as related videos. */
const CLIPS = ['calm', 'noisy'] as const;
/** The pages that visitors open. */
const ROUTES = ['/', '/songs', '/you', '/profile', '/liked', '/upload', '/transcoding', '/game-admin'];

const folder = await mkdtemp(join(tmpdir(), 'larksong-bench-'));
const served = join(folder, 'web');
try {
  await serve(OURS);
  const site = await startSite(join(folder, 'data'), 1, { gateway: { WEB_DIR: served } });
  const browser = await launchBrowser();
  try {
    const ids = await publish(site);
    for (const profile of PROFILES)
      for (const [index, id] of ids.entries())
        await compare(browser, profile, { clip: CLIPS[index] ?? '', url: watchPage(site, id) });
    for (const path of ['/', '/songs']) await comparePaints(browser, site, path);
    if (BASELINE) await compareBytes(browser, site, ids[0] ?? '');
  } finally {
    await browser.close();
    await site.stack.stop();
  }
} finally {
  await rm(folder, { recursive: true, force: true });
}

function watchPage({ stack }: Site, id: string): string {
  return `${stack.url}/songs?v=${id}`;
}

/** Makes the gateway serve this built web client. */
async function serve(dist: string): Promise<void> {
  const link = join(folder, 'next');
  await symlink(resolve(dist), link);
  await rename(link, served);
}

async function publish(site: Site): Promise<string[]> {
  const ids: string[] = [];
  for (const kind of CLIPS) {
    const { id } = await upload(site, await makeClip(kind, { folder, seconds: SECONDS }));
    await until(site, id, { isReached: (video) => video.status === 'completed', everyMs: 200 });
    ids.push(id);
  }
  return ids;
}

/** Opens the page of a video with both clients in turn and prints the medians. */
async function compare(
  browser: Browser,
  profile: Profile,
  { clip, url }: { clip: string; url: string },
): Promise<void> {
  const rounds: { baseline?: Visit; ours: Visit }[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const baseline = BASELINE && (await visitWith(BASELINE));
    rounds.push({ ...(baseline ? { baseline } : {}), ours: await visitWith(OURS) });
  }
  const ours = median(rounds.map((round) => round.ours.movingMs));
  const baseline = median(rounds.flatMap((round) => round.baseline?.movingMs ?? []));
  const ratio = BASELINE ? `ratio ${(ours / baseline).toFixed(2)}   baseline ${seconds(baseline)}   ` : '';
  console.log(`${profile.name.padEnd(24)}${clip.padEnd(8)}${ratio}ours ${seconds(ours)}`);
  if (process.env['BENCH_WATERFALL']) printRequests(middleOf(rounds.map((round) => round.ours)));

  async function visitWith(dist: string): Promise<Visit> {
    await serve(dist);
    return watch(browser, url, profile);
  }
}

/** Opens a page with both clients in turn, on the slowest connection, and prints the medians of its first and largest paint. */
async function comparePaints(browser: Browser, { stack }: Site, path: string): Promise<void> {
  const [profile] = PROFILES;
  const dists = BASELINE ? [BASELINE, OURS] : [OURS];
  const paints = new Map(dists.map((dist) => [dist, { first: [] as number[], largest: [] as number[] }]));
  for (let round = 0; profile && round < ROUNDS; round += 1)
    for (const [dist, { first, largest }] of paints) {
      await serve(dist);
      const { firstMs, largestMs } = await paint(browser, stack.url + path, profile);
      first.push(firstMs);
      largest.push(largestMs);
    }
  for (const kind of ['first', 'largest'] as const) {
    const [ours, baseline] = [OURS, BASELINE ?? ''].map((dist) => median(paints.get(dist)?.[kind] ?? []));
    const ratio = BASELINE ? `ratio ${((ours ?? 0) / (baseline ?? 0)).toFixed(2)}   ` : '';
    const before = BASELINE ? `baseline ${seconds(baseline ?? 0)}   ` : '';
    console.log(`${path.padEnd(8)}${kind.padEnd(8)} paint  ${ratio}${before}ours ${seconds(ours ?? 0)}`);
  }
}

/** Prints the bytes of the web client that a first visit of each page loads. */
async function compareBytes(browser: Browser, site: Site, id: string): Promise<void> {
  console.log('\nbytes of a first visit');
  for (const url of [...ROUTES.map((route) => site.stack.url + route), watchPage(site, id)]) {
    await serve(BASELINE ?? OURS);
    const baseline = await weigh(browser, url);
    await serve(OURS);
    const ours = await weigh(browser, url);
    const { pathname, search } = new URL(url);
    const name = pathname + search.replace(id, '…');
    console.log(`${name.padEnd(24)}ratio ${(ours / baseline).toFixed(3)}   ${baseline} → ${ours}`);
  }
}

function printRequests({ loaded, movingMs }: Visit): void {
  for (const { path, startMs, endMs, bytes } of loaded)
    console.log(
      `  ${startMs.toFixed(0).padStart(5)} ${endMs.toFixed(0).padStart(5)} ${String(bytes).padStart(7)}  ${path}`,
    );
  console.log(`  ${movingMs.toFixed(0).padStart(5)}                the picture moves`);
}

function middleOf(visits: Visit[]): Visit {
  const middle = visits.toSorted((one, other) => one.movingMs - other.movingMs)[visits.length >> 1];
  if (!middle) throw new Error('there was no visit');
  return middle;
}

function median(values: number[]): number {
  return values.toSorted((one, other) => one - other)[values.length >> 1] ?? Number.NaN;
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(2)} s`;
}
