import { execFile, execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

import { afterAll, beforeAll, expect, it, vi } from 'vitest';

import { freePort } from '../src/index.ts';
import { endLeftovers } from '../src/processes/leftovers.ts';

const LAUNCHER = join(dirname(import.meta.dirname), 'launch.mjs');
/** The Node of the system, which is older than the one that Larksong needs on many of them. */
const SYSTEM_NODE = '/usr/bin/node';
const OLDEST_NODE = 24;
const SERVICES = ['auth', 'catalog', 'game', 'gateway', 'transcoder-1'];

const run = promisify(execFile);

let folder: string;
const launchers: ChildProcess[] = [];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'larksong-old-node-'));
  await chmod(folder, 0o755);
});
afterAll(async () => {
  for (const launcher of launchers.filter(({ exitCode }) => exitCode === null)) {
    launcher.kill('SIGTERM');
    await once(launcher, 'exit');
  }
  for (const name of ['data', 'restored']) await endLeftovers(join(folder, name));
  await rm(folder, { recursive: true, force: true });
});

function isTriedHere(): boolean {
  if (process.getuid?.() !== 0) return false;
  try {
    return (
      Number(/^v(\d+)/.exec(execFileSync(SYSTEM_NODE, ['--version'], { encoding: 'utf8' }))?.[1]) <
      OLDEST_NODE
    );
  } catch {
    return false;
  }
}

/** The settings of a site, without the Node of this test. */
const environmentOf = (dataDir: string, port: number) => ({
  PATH: '/usr/local/sbin:/usr/sbin:/sbin:/usr/bin:/bin',
  HOME: '/root',
  DATA_DIR: dataDir,
  PORT: String(port),
  HOST: '127.0.0.1',
  WORKERS: '1',
});

/** Starts a site as root with the system's Node and a strict umask; returns its output until it is up. */
async function start(dataDir: string, port: number) {
  const child = spawn('sh', ['-c', `umask 077; exec ${SYSTEM_NODE} ${LAUNCHER} start`], {
    env: environmentOf(dataDir, port),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  launchers.push(child);
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (part: string) => (output += part));
  await vi.waitFor(
    () => {
      if (child.exitCode !== null) throw new Error(`It ended:\n${output}`);
      if (!output.includes('Ctrl-C stops it')) throw new Error(`It is not up:\n${output}`);
    },
    { timeout: 10 * 60_000, interval: 200 },
  );
  return {
    output,
    stop: async () => {
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}

/** Returns the user of each process of a site. */
async function usersOf(dataDir: string): Promise<Record<string, number>> {
  const records = JSON.parse(await readFile(join(dataDir, 'processes.json'), 'utf8')) as {
    name: string;
    pid: number;
  }[]; // written by the launcher
  const users = records.map(async ({ name, pid }) => [name, (await stat(`/proc/${pid}`)).uid] as const);
  return Object.fromEntries(await Promise.all(users));
}

it.runIf(isTriedHere())(
  'started by root on a machine with an old Node, the services run as a separate user, and root still administers the site',
  async () => {
    const [data, restored, backups] = ['data', 'restored', 'backups'].map((name) => join(folder, name)) as [
      string,
      string,
      string,
    ];
    // As an earlier start left it, whose services ran as root.
    const old = join(data, 'storage', 'old', 'object');
    await mkdir(dirname(old), { recursive: true, mode: 0o700 });
    await writeFile(old, 'written by root', { mode: 0o600 });
    const port = await freePort();
    const asRoot = (dataDir: string, ...args: string[]) =>
      run(SYSTEM_NODE, [LAUNCHER, 'larksong', ...args], { env: environmentOf(dataDir, port) });

    const site = await start(data, port);
    expect(site.output).not.toContain('as root');
    const users = await usersOf(data);
    const { uid } = await stat(old);
    expect(uid).not.toBe(0);
    expect(users).toMatchObject(Object.fromEntries([...SERVICES, 'redis'].map((name) => [name, uid])));
    expect(Object.values(users)).not.toContain(0);
    expect((await asRoot(data, 'doctor')).stdout).toContain('No problems found.');
    await asRoot(data, 'backup', backups);
    await site.stop();

    await asRoot(restored, 'restore', backups);
    const second = await start(restored, port);
    expect(second.output).not.toContain('as root');
    expect(await usersOf(restored)).toMatchObject(Object.fromEntries(SERVICES.map((name) => [name, uid])));
    expect((await fetch(`http://127.0.0.1:${port}/api/videos`)).status).toBe(200);
    expect((await asRoot(restored, 'verify')).stdout).toContain('0 files lost');
    await second.stop();
  },
  20 * 60_000,
);
