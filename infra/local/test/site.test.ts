import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmod, copyFile, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';

import { afterAll, beforeAll, expect, it, vi } from 'vitest';

import { identityOf } from '../src/host/process-identity.ts';
import { freePort } from '../src/index.ts';
import { endLeftovers } from '../src/processes/leftovers.ts';

const MAIN = join(dirname(import.meta.dirname), 'src', 'main.ts');
/** Time limits for stopping, and for a start with nothing to install: far more than either takes on a busy machine. */
const STOP_MS = 30_000;
const START_MS = 60_000;

let folder: string;
/** All sites that were started; the last one of the folder `data` is the one that tests share. */
const launchers: Launcher[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'larksong-whole-'));
});

afterAll(async () => {
  await Promise.all(launchers.map((launcher) => launcher.end('SIGKILL')));
  for (const dataDir of new Set(launchers.map((launcher) => launcher.dataDir))) await endLeftovers(dataDir);
  await rm(folder, { recursive: true, force: true });
});

/** `npm start` as a separate process, as in a terminal. */
class Launcher {
  readonly #child: ChildProcess;
  readonly dataDir: string;
  readonly url: string;
  output = '';

  constructor(dataDir: string, port: number, node = process.execPath) {
    this.dataDir = dataDir;
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
      { timeout: 90_000, interval: 20 },
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

/** Marks a data folder as having its starter pack and first song, which would take longer to load than the rest. */
async function leaveOutContent(dataDir: string): Promise<void> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  for (const record of ['starter-pack.json', 'demo-video.json']) await writeFile(join(dataDir, record), '{}');
}

async function launch({
  name = 'data',
  node = process.execPath,
}: { name?: string; node?: string } = {}): Promise<Launcher> {
  await leaveOutContent(join(folder, name));
  const launcher = new Launcher(join(folder, name), await freePort(), node);
  launchers.push(launcher);
  await launcher.untilUp();
  return launcher;
}

/** Returns the site that tests share; starts it again if a test has ended it. */
async function sharedLauncher(): Promise<Launcher> {
  const last = launchers.findLast(({ dataDir }) => dataDir === join(folder, 'data'));
  return last && !last.hasEnded ? last : launch();
}

/** Returns the password of the superadmin, as stored for whoever missed it on the terminal. */
async function passwordOf(site: Launcher): Promise<string> {
  const stored = await readFile(join(site.dataDir, 'superadmin.json'), 'utf8');
  return (JSON.parse(stored) as { password: string }).password;
}

async function signIn(site: Launcher, password: string): Promise<number> {
  const response = await fetch(`${site.url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'superadmin@larksong.example', password }),
  });
  await response.body?.cancel();
  return response.status;
}

async function status(url: string): Promise<number> {
  const response = await fetch(url);
  await response.body?.cancel();
  return response.status;
}

function alive(pids: Record<string, number>): string[] {
  return Object.entries(pids)
    .filter(([, pid]) => identityOf(pid) !== undefined)
    .map(([name]) => name);
}

const ALL = ['auth', 'catalog', 'game', 'gateway', 'postgres', 'redis', 'transcoder-1'];

it('npm start runs the site, prints the password once, leaves no process on SIGTERM, and finds its data again', async () => {
  const first = await launch();
  const password = /Password\s+(\S+)\s+\(shown this once/.exec(first.output)?.[1] ?? '';
  expect(await status(first.url)).toBe(200);
  expect(await signIn(first, password)).toBe(200);
  const pids = await first.pids();
  expect(alive(pids).toSorted()).toEqual(ALL);

  const stopAt = performance.now();
  expect(await first.end('SIGTERM'), first.output).toBe(0);
  expect(performance.now() - stopAt).toBeLessThan(STOP_MS);
  expect(alive(pids)).toEqual([]);

  const startAt = performance.now();
  const second = await launch();
  expect(performance.now() - startAt).toBeLessThan(START_MS);
  expect(await signIn(second, password)).toBe(200);
  expect(second.output).not.toContain(password);
  expect(second.output).toContain('superadmin.json');
});

it('a running site offers commands for its accounts, and prints the folder that it writes mails to', async () => {
  const site = await sharedLauncher();
  const command = async (...args: string[]) => {
    const child = spawn(process.execPath, [MAIN, 'larksong', ...args], {
      env: { ...process.env, DATA_DIR: site.dataDir },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const [output, complaint] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, 'close'),
    ]);
    return { code: child.exitCode, output, complaint };
  };
  const list = await command('users', 'list');
  expect(list).toEqual({
    code: 0,
    output: 'superadmin@larksong.example\tsuperadmin\tsuperadmin\tverified\n',
    complaint: '',
  });
  const reset = await command('users', 'reset-password', 'superadmin@larksong.example', '--show-link');
  expect(reset.output).toMatch(/http:\/\/localhost:\d+\/reset-password\?token=[\w-]{43}\n$/);
  expect(reset.output).toContain(new URL(site.url).port);
  const disable = await command('users', 'disable', 'superadmin@larksong.example');
  expect(disable).toMatchObject({ code: 1, complaint: expect.stringContaining('only superadmin') });
  expect(site.output).toMatch(/Mail {2}\S+mail\n/);
});

it('every killed part of the site is restarted, and the site answers as before', async () => {
  const site = await sharedLauncher();
  const before = await site.pids();
  for (const pid of Object.values(before)) process.kill(pid, 'SIGKILL');
  await vi.waitFor(
    async () => {
      for (const name of ALL) expect(site.output).toContain(`${name} is running again.`);
      expect(await status(`${site.url}/api/videos`)).toBe(200);
    },
    { timeout: 60_000, interval: 100 },
  );
  const after = await site.pids();
  expect(alive(after).toSorted()).toEqual(ALL);
  for (const name of ALL) expect(after[name]).not.toBe(before[name]);
});

it('a start after kill -9 ends all leftover processes, including the databases, and keeps their data', async () => {
  const first = await sharedLauncher();
  const password = await passwordOf(first);
  const pids = await first.pids();
  await first.end('SIGKILL');
  expect(alive(pids).toSorted()).toEqual(ALL);

  const second = await launch();
  expect(second.output).toMatch(/Ended processes that the last run left behind: .*postgres/);
  expect(alive(pids)).toEqual([]);
  expect(await signIn(second, password)).toBe(200);
});

const oldObject = () => join(folder, 'other', 'storage', 'old', 'object');

/** Returns a second site, whose storage has a file that root wrote, and whose Node everybody can run. */
async function otherLauncher(): Promise<Launcher> {
  const last = launchers.findLast(({ dataDir }) => dataDir === join(folder, 'other'));
  if (last) return last;
  const node = join(folder, 'node'); // wherever this test's Node is
  await chmod(folder, 0o755);
  await copyFile(process.execPath, node);
  await mkdir(dirname(oldObject()), { recursive: true, mode: 0o700 });
  await writeFile(oldObject(), 'written by root', { mode: 0o600 });
  return launch({ name: 'other', node });
}

it.runIf(process.getuid?.() === 0)(
  'when started by root, the services run as a separate user, who takes over the files that root wrote before',
  async ({ skip }) => {
    const site = await otherLauncher();
    if (site.output.includes('run as root'))
      skip('another user cannot run this clone, and the launcher said so');

    const owners = await Promise.all(
      Object.entries(await site.pids()).map(async ([name, pid]) => [name, (await stat(`/proc/${pid}`)).uid]),
    );
    expect(owners.filter(([, uid]) => uid === 0)).toEqual([]);
    expect(new Set(owners.map(([, uid]) => uid)).size).toBe(2); // Postgres has a user of its own
    const { uid } = await stat(oldObject());
    expect(owners).toContainEqual(['catalog', uid]);
    expect(await status(`${site.url}/api/videos`)).toBe(200);
  },
);

it('two sites run side by side and know nothing of each other', async () => {
  const [one, other] = await Promise.all([sharedLauncher(), otherLauncher()]);
  const password = await passwordOf(one);
  expect(await signIn(one, password)).toBe(200);
  expect(await signIn(other, password)).toBe(401);
  expect(await one.end('SIGINT')).toBe(0);
  expect(await status(other.url)).toBe(200);
});

it('a site that is stopped while it is starting stops cleanly', async () => {
  const launcher = new Launcher(join(folder, 'stopped'), await freePort());
  launchers.push(launcher);
  await vi.waitFor(() => expect(launcher.output).toContain('Starting the services'), {
    timeout: 60_000,
    interval: 5,
  });
  const pids = await launcher.pids();
  expect(await launcher.end('SIGTERM')).toBe(0);
  expect(launcher.output).toContain('Stopped before everything was up.');
  expect(alive({ ...pids, ...(await launcher.pids()) })).toEqual([]);
});
