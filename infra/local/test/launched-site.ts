import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmod, copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { vi } from 'vitest';

import { identityOf } from '../src/host/process-identity.ts';
import { freePort } from '../src/index.ts';
import { endLeftovers } from '../src/processes/leftovers.ts';

export const MAIN = join(dirname(import.meta.dirname), 'src', 'main.ts');
/** The processes of a site. */
export const ALL = ['auth', 'catalog', 'game', 'gateway', 'postgres', 'redis', 'transcoder-1'];

/** `npm start` as a separate process, as in a terminal. */
export class Launcher {
  readonly #child: ChildProcess;
  readonly dataDir: string;
  readonly url: string;
  /** Path of the Node that runs it. */
  readonly node: string;
  output = '';

  constructor(dataDir: string, port: number, node: string) {
    this.dataDir = dataDir;
    this.node = node;
    this.url = `http://127.0.0.1:${port}`;
    this.#child = spawn(node, [MAIN, 'start'], {
      env: { ...process.env, DATA_DIR: dataDir, PORT: String(port), HOST: '127.0.0.1', WORKERS: '1' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [this.#child.stdout, this.#child.stderr])
      stream?.setEncoding('utf8').on('data', (part: string) => (this.output += part));
  }

  /** Resolves once the site is up; rejects with the whole output if the launcher ends before that. */
  async untilUp(): Promise<void> {
    await vi.waitFor(
      () => {
        if (this.#child.exitCode !== null) throw new Error(`It ended:\n${this.output}`);
        if (!this.output.includes('Ctrl-C stops it')) throw new Error(`It is not up:\n${this.output}`);
      },
      { timeout: 240_000, interval: 20 },
    );
  }

  get hasEnded(): boolean {
    return this.#child.exitCode !== null || this.#child.signalCode !== null;
  }

  async end(signal: NodeJS.Signals): Promise<number | null> {
    if (this.hasEnded) return this.#child.exitCode;
    this.#child.kill(signal);
    await once(this.#child, 'close');
    return this.#child.exitCode;
  }

  /** Returns the ids of the processes that it has started, by name. */
  async pids(): Promise<Record<string, number>> {
    const content = await readFile(join(this.dataDir, 'processes.json'), 'utf8');
    const records = JSON.parse(content) as { name: string; pid: number }[]; // as the launcher wrote it
    return Object.fromEntries(records.map(({ name, pid }) => [name, pid]));
  }
}

/** Sites in one folder, which are started as they are needed. */
export interface Sites {
  /** A file of root in the storage of the site `data`, which was written before its first start. */
  oldObject: string;
  /** Starts the site with this data folder. */
  launch: (name?: string) => Promise<Launcher>;
  /** Returns the site `data`; starts it again if a test has ended it. */
  share: () => Promise<Launcher>;
  /** Returns a start of a new site that is not awaited. */
  begin: (name: string) => Promise<Launcher>;
  end: () => Promise<void>;
}

export async function openSites(): Promise<Sites> {
  const folder = await mkdtemp(join(tmpdir(), 'larksong-whole-'));
  const launchers: Launcher[] = [];
  const node = await findNode(folder);
  const oldObject = join(folder, 'data', 'storage', 'old', 'object');
  await mkdir(dirname(oldObject), { recursive: true, mode: 0o700 });
  await writeFile(oldObject, 'written by root', { mode: 0o600 });
  const begin = async (name: string) => {
    const launcher = new Launcher(join(folder, name), await freePort(), node);
    launchers.push(launcher);
    return launcher;
  };
  const launch = async (name = 'data') => {
    await leaveOutContent(join(folder, name));
    const launcher = await begin(name);
    await launcher.untilUp();
    return launcher;
  };
  return {
    oldObject,
    launch,
    begin,
    async share() {
      const last = launchers.findLast(({ dataDir }) => dataDir === join(folder, 'data'));
      return last && !last.hasEnded ? last : launch();
    },
    async end() {
      await Promise.all(launchers.map((launcher) => launcher.end('SIGKILL')));
      for (const dataDir of new Set(launchers.map((launcher) => launcher.dataDir)))
        await endLeftovers(dataDir);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Returns a Node that every user can run, for sites that root starts. */
async function findNode(folder: string): Promise<string> {
  if (process.getuid?.() !== 0) return process.execPath;
  const node = join(folder, 'node'); // wherever this test's Node is
  await chmod(folder, 0o755);
  await copyFile(process.execPath, node);
  return node;
}

/** Marks a data folder as having its starter pack and first song, which would take longer to load than the rest. */
async function leaveOutContent(dataDir: string): Promise<void> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  for (const record of ['starter-pack.json', 'demo-video.json']) await writeFile(join(dataDir, record), '{}');
}

/** Returns the password of the superadmin, as stored for whoever missed it on the terminal. */
export async function passwordOf(site: Launcher): Promise<string> {
  const stored = await readFile(join(site.dataDir, 'superadmin.json'), 'utf8');
  return (JSON.parse(stored) as { password: string }).password;
}

export async function signIn(site: Launcher, password: string): Promise<number> {
  const response = await fetch(`${site.url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'superadmin@larksong.example', password }),
  });
  await response.body?.cancel();
  return response.status;
}

export async function status(url: string): Promise<number> {
  const response = await fetch(url);
  await response.body?.cancel();
  return response.status;
}

export function alive(pids: Record<string, number>): string[] {
  return Object.entries(pids)
    .filter(([, pid]) => identityOf(pid) !== undefined)
    .map(([name]) => name);
}
