import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

import { afterAll, beforeAll, expect, it } from 'vitest';

import { freePort } from '../src/index.ts';

const LAUNCHER = join(dirname(import.meta.dirname), 'launch.mjs');
/** Long enough for the first start, which builds everything. */
const READY_MS = 5 * 60_000;
const IDLE_MS = 60_000;
const MOST_MIB = 650;

let dataDir: string;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'larksong-idle-'));
  await writeFile(join(dataDir, 'demo-video.json'), '{}'); // no video to prepare
});

afterAll(() => rm(dataDir, { recursive: true, force: true }));

/** Returns a process and everything that it has started. */
async function listTree(pid: number): Promise<number[]> {
  const tree = [pid];
  for (const task of await readdir(`/proc/${pid}/task`).catch(() => [])) {
    const children = await readFile(`/proc/${pid}/task/${task}/children`, 'utf8').catch(() => '');
    for (const child of children.split(' ').filter(Boolean)) tree.push(...(await listTree(Number(child))));
  }
  return tree;
}

/** Returns the memory of a process, including its proportional share of memory that it shares with others. */
async function readMib(pid: number): Promise<number> {
  const rollup = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => '');
  return Number(/^Pss:\s+(\d+)/m.exec(rollup)?.[1] ?? 0) / 1024;
}

it.runIf(process.platform === 'linux')(
  `a new site with one worker takes at most ${MOST_MIB} MiB after a minute without requests`,
  async () => {
    const port = await freePort();
    const site = spawn(process.execPath, [LAUNCHER, 'start'], {
      env: { ...process.env, DATA_DIR: dataDir, PORT: String(port), HOST: '127.0.0.1', WORKERS: '1' },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    try {
      await expect
        .poll(() => readFile(join(dataDir, 'starter-pack.json'), 'utf8').catch(() => ''), {
          timeout: READY_MS,
        })
        .not.toBe('');
      await pause(IDLE_MS);
      const tree = await listTree(site.pid ?? 0);
      const sizes = await Promise.all(tree.map(readMib));
      expect(tree.length).toBeGreaterThan(10);
      expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(MOST_MIB);
    } finally {
      site.kill('SIGTERM');
      await once(site, 'exit');
    }
  },
);
