import { readFile } from 'node:fs/promises';

import { catalog, createClient } from '@larksong/contracts';
import type { StackProcess } from '@larksong/local';

import { load, type Served } from '../stream/wrk.ts';
import { startSite } from '../transcode/site.ts';
import { fillCatalog } from './fill-catalog.ts';

const VIDEOS = 10_000;
const CONNECTIONS = 32;
const ROUNDS = 3;

/**
 * Loads a list and a video of a whole site through the gateway and, in turn, at catalog itself, and prints requests per
 * second and the 99th percentiles of the middle round.
 */
export async function compareThroughGateway(dataDir: string, seconds: number): Promise<void> {
  const { stack } = await startSite(dataDir, 1);
  try {
    const { DATABASE_URL = '', PORT = '' } = await environmentOf(stack.services['catalog']);
    await fillCatalog(DATABASE_URL, VIDEOS, crypto.randomUUID());
    const visitor = createClient({ baseUrl: stack.localUrl });
    const { data } = await visitor(catalog.listVideos, { query: { limit: 24 } });
    const paths = { 'a list of 24': '/api/videos?limit=24', 'a video': `/api/videos/${data.videos[0]?.id}` };
    for (const [name, path] of Object.entries(paths)) {
      const rounds: [alone: Served, through: Served][] = [];
      const usual = { connections: CONNECTIONS, seconds };
      for (let round = 0; round < ROUNDS; round += 1)
        rounds.push([
          await load({ ...usual, url: `http://127.0.0.1:${PORT}${path}` }),
          await load({ ...usual, url: stack.localUrl + path }),
        ]);
      print(name, rounds);
    }
  } finally {
    await stack.stop();
  }
}

function print(name: string, rounds: [Served, Served][]): void {
  const ratioOf = ([alone, through]: [Served, Served]) => through.requestsPerSecond / alone.requestsPerSecond;
  const middle = rounds.toSorted((a, b) => ratioOf(a) - ratioOf(b))[Math.floor(rounds.length / 2)];
  if (!middle) return;
  const cell = ({ requestsPerSecond, p99Ms, failures }: Served) =>
    `${requestsPerSecond.toFixed(0).padStart(5)} requests/s  p99 ${p99Ms.toFixed(0).padStart(4)} ms  failed ${failures}`;
  console.log(
    `${name.padEnd(14)} catalog ${cell(middle[0])}   gateway ${cell(middle[1])}   ratio ${ratioOf(middle).toFixed(2)}`,
  );
}

async function environmentOf(process: StackProcess | undefined): Promise<Record<string, string>> {
  const text = await readFile(`/proc/${process?.pid}/environ`, 'utf8');
  return Object.fromEntries(
    text
      .split('\0')
      .filter(Boolean)
      .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  );
}
