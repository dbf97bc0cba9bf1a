import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, cp, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { text } from 'node:stream/consumers';

import { isLongRun } from '@larksong/service-kit/testing/random';
import { mountSmallDisk, unmountSmallDisk } from '@larksong/service-kit/testing/small-disk';
import { afterEach, beforeEach, expect, it } from 'vitest';

import { findHolder, lockDataFolder } from '../src/data-folder/data-folder.ts';
import { openSecrets, readSecrets } from '../src/data-folder/secrets.ts';
import { getSuperadmin } from '../src/data-folder/superadmin.ts';
import { identityOf } from '../src/host/process-identity.ts';
import { freePort } from '../src/index.ts';
import { endLeftovers, isCopyOfRunning, ProcessRecords } from '../src/processes/leftovers.ts';

const LOCAL = dirname(import.meta.dirname);

let dataDir: string;

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'larksong-start-'));
});

afterEach(() => rm(dataDir, { recursive: true, force: true }));

/** Runs a command of the launcher until it exits. */
async function run(args: string[], environment: Record<string, string>, entry = 'src/main.ts') {
  const child = spawn(process.execPath, [join(LOCAL, entry), ...args], {
    env: { ...process.env, DATA_DIR: dataDir, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [output, complaint] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ]);
  return { code: child.exitCode, output, complaint };
}

it('npm start refuses a port that is in use with one sentence and exit code 1, and leaves no new data folder', async () => {
  const server = createServer().listen(0, '0.0.0.0');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // it listens on TCP
  const { code, complaint } = await run(['start'], { PORT: String(port), DATA_DIR: join(dataDir, 'new') });
  server.close();
  expect(complaint).toBe(
    `larksong: Port ${port} is already in use by another program. Choose another one, for example: PORT=${port + 1} npm start\n`,
  );
  expect(code).toBe(1);
  expect(await readdir(dataDir)).toEqual([]);
});

it("a copy of a running site's data folder does not count as running", async () => {
  const [original, copy] = [join(dataDir, 'original'), join(dataDir, 'copy')];
  await mkdir(original);
  const lock = await lockDataFolder(original, 4711);
  const sleeper = spawn('sleep', ['600']);
  const pid = sleeper.pid ?? 0;
  new ProcessRecords(original).add({ name: 'catalog', pid, stopSignal: 'SIGTERM' });
  await cp(original, copy, { recursive: true });

  expect(await findHolder(original)).toMatchObject({ port: 4711 });
  expect(await findHolder(copy)).toBeUndefined();
  const second = await lockDataFolder(copy, 4712);
  expect(isCopyOfRunning(copy)).toBe(true);
  expect(await endLeftovers(copy)).toEqual([]);
  expect(identityOf(pid)).toBeDefined();
  expect(await endLeftovers(original)).toEqual(['catalog']);
  await Promise.all([lock.release(), second.release()]);
});

it('npm start refuses invalid settings with one sentence and exit code 1', async () => {
  const port = String(await freePort());
  expect(await run(['start'], { PORT: port, SUPERADMIN_PASSWORD: 'short' })).toMatchObject({
    code: 1,
    complaint: 'larksong: SUPERADMIN_PASSWORD must have 8 to 128 characters.\n',
  });
  if (!isLongRun) return; // settings.test.ts has the others
  expect(await run(['start'], { PORT: '80 80' })).toMatchObject({
    code: 1,
    complaint: 'larksong: PORT=80 80 is not a port; it must be a whole number from 1 to 65535.\n',
  });
});

it('npm start refuses a data folder of a newer version and changes nothing in it', async () => {
  await writeFile(join(dataDir, 'version.json'), '{"version":2}');
  const { code, complaint } = await run(['start'], { PORT: String(await freePort()) });
  expect(complaint).toMatch(
    /^larksong: The data in .+ was written by a newer Larksong \(data version 2.+\n$/,
  );
  expect(code).toBe(1);
  expect(await readdir(dataDir)).toEqual(['version.json']);
});

it('npm start refuses a data folder that is a file', async () => {
  const file = join(dataDir, 'file');
  await writeFile(file, '');
  const { code, complaint } = await run(['start'], { PORT: String(await freePort()), DATA_DIR: file });
  expect(complaint).toBe(`larksong: The data folder ${file} cannot be used (EEXIST).\n`);
  expect(code).toBe(1);
});

it('a locked data folder is refused, and a lock whose launcher is gone is taken over', async () => {
  const lock = await lockDataFolder(dataDir, 4711);
  await expect(lockDataFolder(dataDir, 4712)).rejects.toThrow(
    `Larksong is already running with the data in ${dataDir} (process ${process.pid}, port 4711).`,
  );
  await lock.release();
  await writeFile(
    join(dataDir, 'launcher.lock'),
    JSON.stringify({ pid: process.pid, identity: 'an earlier process with this number', port: 4711 }),
  );
  const taken = await lockDataFolder(dataDir, 4712);
  await taken.release();
  expect(await readdir(dataDir)).toEqual([]);
});

it('when several launchers start at once, one gets the data folder', async () => {
  await writeFile(join(dataDir, 'launcher.lock'), JSON.stringify({ pid: 1, identity: 'gone', port: 1 }));
  const port = await freePort();
  const server = createServer().listen(port, '0.0.0.0'); // the winner gets no further than this
  await once(server, 'listening');
  const runs = await Promise.all(
    Array.from({ length: isLongRun ? 4 : 2 }, () => run(['start'], { PORT: String(port) })),
  );
  server.close();
  for (const { code, complaint } of runs) {
    expect(code).toBe(1);
    expect(complaint).toMatch(
      /^larksong: (Port \d+ is already in use|Larksong is already running with the data)/,
    );
  }
  expect(runs.some(({ complaint }) => complaint.includes('is already in use'))).toBe(true);
});

it('secrets are stored where only their owner can read them', async () => {
  const secrets = await openSecrets(dataDir);
  const { superadmin } = getSuperadmin(dataDir, {});
  expect(readSecrets(dataDir)).toEqual(secrets);
  expect(getSuperadmin(dataDir, {}).superadmin).toEqual(superadmin);
  expect(superadmin.password).toHaveLength(16);
  for (const value of Object.values(secrets)) expect(value).toMatch(/^[0-9a-f]{64}$/);
  for (const file of ['secrets.json', 'superadmin.json'])
    expect((await stat(join(dataDir, file))).mode & 0o777).toBe(0o600);
});

it('a given superadmin password is never written down, and a later start does not claim to know it', async () => {
  const given = getSuperadmin(dataDir, { email: 'boss@songs.example', password: 'correct horse' });
  expect(given).toMatchObject({ superadmin: { password: 'correct horse' }, isPasswordKnown: true });
  expect(await readFile(join(dataDir, 'superadmin.json'), 'utf8')).not.toContain('correct horse');
  const later = getSuperadmin(dataDir, {});
  expect(later.isPasswordKnown).toBe(false);
  expect(later.superadmin).toMatchObject({ email: 'boss@songs.example', username: 'superadmin' });
});

it('a command for a site that is not running is refused and creates no data folder', async () => {
  const nowhere = join(dataDir, 'nowhere');
  const { code, complaint } = await run(['larksong', 'list'], { DATA_DIR: nowhere });
  expect(complaint).toContain(`larksong: Larksong is not running with the data in ${nowhere}.`);
  expect(code).toBe(1);
  expect(await readdir(dataDir)).toEqual([]);
});

it('the launcher runs the program and passes on its exit code', async () => {
  const { code, complaint } = await run(['nonsense'], {}, 'launch.mjs');
  expect(complaint).toBe(
    'larksong: There is no command "nonsense". Use npm start, npm test or npm run larksong.\n',
  );
  expect(code).toBe(1);
});

/** Writes to a small disk until it is full. */
async function fill(disk: string): Promise<void> {
  for (let count = 0; ; count += 1)
    try {
      await writeFile(join(disk, `song-${count}`), 'x'.repeat(65_536));
    } catch {
      return;
    }
}

it('a start on a full disk ends with one sentence, and so does the first start on a small one', async ({
  skip,
}) => {
  const [disk, port] = [join(dataDir, 'disk'), String(await freePort())];
  const start = () => run(['start'], { DATA_DIR: disk, PORT: port, HOST: '127.0.0.1' });
  const tooSmall = (left: string) => ({
    code: 1,
    complaint: `larksong: A new site needs 250 MB for its databases, but the disk of ${disk} has only ${left} left. Free some space there, or choose a folder on another disk with DATA_DIR.\n`,
  });
  if (!mountSmallDisk(disk, 60)) skip('Small file systems cannot be mounted here; only root may.');
  try {
    expect(await start()).toMatchObject(tooSmall('62.9 MB'));
    unmountSmallDisk(disk);
    mountSmallDisk(disk, 1);
    await writeFile(join(disk, 'version.json'), '{"version":1}');
    await fill(disk);
    expect(await start()).toMatchObject(tooSmall('0 B'));
    await mkdir(join(disk, 'postgres'), { recursive: true }); // as a site that exists
    const { code, complaint } = await start();
    expect(complaint).toMatch(/^larksong: The disk of [^\n]+\/disk is full \(0 B left\)\. [^\n]+\n$/);
    expect(code).toBe(1);
  } finally {
    unmountSmallDisk(disk);
  }
});

/** Returns a clone that has nothing but the launcher. */
async function bareClone(name: string): Promise<string> {
  const local = join(dataDir, name, 'infra', 'local');
  await mkdir(local, { recursive: true });
  for (const file of ['launch.mjs', 'tools-cache.mjs']) await cp(join(LOCAL, file), join(local, file));
  return join(local, 'launch.mjs');
}

it.each(['#', '?'])(
  'npm start refuses a folder whose name contains %s before it installs anything',
  async (sign) => {
    const clone = `site ${sign}1`;
    const { code, complaint } = await run(['start'], {}, relative(LOCAL, await bareClone(clone)));
    expect(complaint).toBe(
      `larksong: Larksong cannot run in ${join(dataDir, clone)}, since the name contains “${sign}”. Rename or move that folder, then start again.\n`,
    );
    expect(code).toBe(1);
  },
);

it.runIf(process.getuid?.() === 0)(
  'root runs no programs from a cache that other users can change',
  async () => {
    const launcher = relative(LOCAL, await bareClone('clone'));
    const cache = join(dataDir, 'cache');
    await mkdir(cache);
    await chmod(cache, 0o777);
    const { code, complaint } = await run(['start'], { LARKSONG_CACHE: cache }, launcher);
    expect(complaint).toContain(
      `larksong: Root runs no programs from ${cache}, since other users can change ${cache}.`,
    );
    expect(code).toBe(1);
  },
);

it('SIGTERM ends a start whose server never becomes ready', async () => {
  const programs = join(dataDir, 'programs');
  await mkdir(programs);
  // It is never silent, so that no time limit ends the start.
  const program = '#!/bin/sh\nwhile :; do echo waiting; sleep 1; done\n';
  await writeFile(join(programs, 'redis-server'), program, { mode: 0o755 });
  const child = spawn(process.execPath, [join(LOCAL, 'src/main.ts'), 'start'], {
    env: {
      ...process.env,
      DATA_DIR: join(dataDir, 'site'),
      PORT: String(await freePort()),
      HOST: '127.0.0.1',
      PATH: `${programs}:${process.env['PATH']}`,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  for await (const part of child.stdout.setEncoding('utf8')) {
    output += String(part);
    if (output.includes('Starting Postgres and Redis')) child.kill('SIGTERM');
  }
  expect(output).toContain('Stopped before everything was up.');
});
