import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { identityOf } from '../src/host/process-identity.ts';
import { endLeftovers, ProcessRecords } from '../src/processes/leftovers.ts';
import { startProcess, type ProcessSpec, type Supervised } from '../src/processes/processes.ts';

let folder: string;
const started: Supervised[] = [];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'larksong-supervision-'));
});

afterEach(async () => {
  await Promise.all(started.splice(0).map((process) => process.stop()));
  await rm(folder, { recursive: true, force: true });
});

/** Returns a program that writes its process id to a file when it is up; `body` is JavaScript that runs before that. */
function program(body: string, more: Partial<ProcessSpec> = {}): ProcessSpec & { pidFile: string } {
  const pidFile = join(folder, `${more.name ?? 'fixture'}.pid`);
  const script = `${body}
    require('node:fs').writeFileSync(${JSON.stringify(pidFile)}, String(process.pid));
    setInterval(() => undefined, 1000);`;
  return {
    name: 'fixture',
    command: process.execPath,
    args: ['-e', script],
    cwd: folder,
    env: { PATH: process.env['PATH'] },
    isReady: () => isWritten(pidFile),
    ...more,
    pidFile,
  };
}

async function isWritten(file: string): Promise<boolean> {
  return (await readFile(file, 'utf8')) !== '';
}

async function start(spec: ProcessSpec): Promise<Supervised> {
  const supervised = await startProcess(spec);
  started.push(supervised);
  return supervised;
}

async function readPid(file: string): Promise<number> {
  return Number(await readFile(file, 'utf8'));
}

const RESTART = { firstPauseMs: 20, longestPauseMs: 80, steadyMs: 60_000 };

it('a killed process is restarted after pauses that grow up to the longest', async () => {
  const lines: string[] = [];
  const watcher = {
    started: vi.fn<() => void>(),
    ended: vi.fn<() => void>(),
    say: (line: string) => lines.push(line),
  };
  const fixture = await start(program('', { restart: RESTART, watcher }));
  for (let round = 1; round <= 4; round += 1) {
    const { pid } = fixture;
    expect(fixture.kill('SIGKILL')).toBe(true);
    await vi.waitFor(
      () => expect(lines.filter((line) => line.includes('running again'))).toHaveLength(round),
      10_000,
    );
    expect(fixture.pid).not.toBe(pid);
    expect(identityOf(fixture.pid)).toBeDefined();
  }
  expect(
    lines.filter((line) => line.includes('ended')).map((line) => /in ([\d.]+) s/.exec(line)?.[1]),
  ).toEqual(['0.02', '0.04', '0.08', '0.08']);
  expect(fixture.restarts).toBe(4);
});

it('the pause before a restart is the shortest again once a process has run for a steady time', async () => {
  const lines: string[] = [];
  const watcher = {
    started: () => undefined,
    ended: () => undefined,
    say: (line: string) => lines.push(line),
  };
  const fixture = await start(program('', { restart: { ...RESTART, steadyMs: 0 }, watcher }));
  for (let round = 1; round <= 2; round += 1) {
    fixture.kill('SIGKILL');
    await vi.waitFor(
      () => expect(lines.filter((line) => line.includes('running again'))).toHaveLength(round),
      10_000,
    );
  }
  expect(lines.filter((line) => line.includes('in 0.02 s'))).toHaveLength(2);
});

it('stopping a process ends it and its children, even if it ignores the request', async () => {
  const grandchild = join(folder, 'grandchild.pid');
  const fixture = await start(
    program(
      `process.on('SIGTERM', () => undefined);
       const child = require('node:child_process').spawn('sleep', ['600']);
       require('node:fs').writeFileSync(${JSON.stringify(grandchild)}, String(child.pid));`,
      { stopTimeoutMs: 200, restart: RESTART },
    ),
  );
  const pids = [fixture.pid, await readPid(grandchild)];
  expect(pids.map(identityOf)).not.toContain(undefined);
  await fixture.stop();
  await vi.waitFor(() => expect(pids.map(identityOf)).toEqual([undefined, undefined]), 2000);
});

it('the children of a killed process are ended before it is restarted', async () => {
  const grandchild = join(folder, 'grandchild.pid');
  const fixture = await start(
    program(
      `const child = require('node:child_process').spawn('sleep', ['600']);
       require('node:fs').writeFileSync(${JSON.stringify(grandchild)}, String(child.pid));`,
      { restart: RESTART },
    ),
  );
  const pid = await readPid(grandchild);
  fixture.kill('SIGKILL');
  await vi.waitFor(() => expect(fixture.restarts).toBe(1), 10_000);
  await vi.waitFor(() => expect(identityOf(pid)).toBeUndefined(), 2000);
});

it('a process that is stopped during the pause is not restarted', async () => {
  const fixture = await start(
    program('', { restart: { firstPauseMs: 60_000, longestPauseMs: 60_000, steadyMs: 60_000 } }),
  );
  const { pid } = fixture;
  fixture.kill('SIGKILL');
  await vi.waitFor(() => expect(identityOf(pid)).toBeUndefined(), 5000);
  await fixture.stop();
  expect(fixture.restarts).toBe(0);
  expect(fixture.pid).toBe(pid);
});

it('the error of a failed start says why, and quotes the last lines of the process', async () => {
  await expect(start(program(`console.error('DATABASE_URL is missing'); process.exit(3);`))).rejects.toThrow(
    /^fixture could not be started \(exit code 3\)\. Its last lines:\n {2}DATABASE_URL is missing$/,
  );
  await expect(start({ ...program(''), command: 'no-such-program' })).rejects.toThrow(
    'the program was not found',
  );
});

it('a process that is never ready is ended, and the error says so', async () => {
  const pids: number[] = [];
  const watcher = {
    started: ({ pid }: { pid: number }) => pids.push(pid),
    ended: () => undefined,
    say: () => undefined,
  };
  await expect(
    start({ ...program(''), isReady: () => Promise.resolve(false), readyTimeoutMs: 300, watcher }),
  ).rejects.toThrow('fixture was not ready within 0 s');
  expect(pids.map(identityOf)).toEqual([undefined]);
});

it('a process can be stopped while it is starting', async () => {
  const ending = new AbortController();
  const starting = start({ ...program(''), isReady: () => Promise.resolve(false), signal: ending.signal });
  ending.abort();
  await expect(starting).rejects.toThrow('was stopped while it was starting');
});

it.runIf(process.platform === 'linux')(
  'a process started with dieWithParent dies with its parent',
  async () => {
    const pidFile = join(folder, 'child.pid');
    const parent = join(folder, 'parent.ts');
    await writeFile(
      parent,
      `import { startProcess } from ${JSON.stringify(join(import.meta.dirname, '../src/processes/processes.ts'))};
     import { readFileSync } from 'node:fs';
     const script = "require('node:fs').writeFileSync(" + ${JSON.stringify(JSON.stringify(pidFile))} + ", String(process.pid)); setInterval(() => undefined, 1000);";
     await startProcess({ name: 'child', command: process.execPath, args: ['-e', script], cwd: '.', env: process.env,
       dieWithParent: true, isReady: async () => readFileSync(${JSON.stringify(pidFile)}, 'utf8') !== '' });
     setInterval(() => undefined, 1000);`,
    );
    const outer = await start(
      program('', { name: 'outer', args: [parent], isReady: () => isWritten(pidFile) }),
    );
    const pid = await readPid(pidFile);
    expect(identityOf(pid)).toBeDefined();
    outer.kill('SIGKILL');
    await vi.waitFor(() => expect(identityOf(pid)).toBeUndefined(), 5000);
  },
);

it('processes that a killed launcher left behind are ended, but never a process that has reused an id', async () => {
  const records = new ProcessRecords(folder);
  const watcher = {
    started: (process: Parameters<ProcessRecords['add']>[0]) => records.add(process),
    ended: () => undefined, // as if the launcher had been killed
    say: () => undefined,
  };
  const left = await start(program('', { name: 'catalog', watcher }));
  const other = await start(program('', { name: 'other' }));
  // The record of a process that is gone and whose id another process has reused.
  const file = join(folder, 'processes.json');
  const [entry] = JSON.parse(await readFile(file, 'utf8')) as { pid: number }[]; // as ProcessRecords wrote it
  await writeFile(file, JSON.stringify([entry, { ...entry, name: 'gone', pid: other.pid }]));

  expect(await endLeftovers(folder)).toEqual(['catalog']);
  expect(identityOf(left.pid)).toBeUndefined();
  expect(identityOf(other.pid)).toBeDefined();
});

it('the record of a process is removed when it ends', async () => {
  const records = new ProcessRecords(folder);
  const watcher = {
    started: (process: Parameters<ProcessRecords['add']>[0]) => records.add(process),
    ended: (process: { pid: number }) => records.remove(process),
    say: () => undefined,
  };
  const fixture = await start(program('', { watcher }));
  const file = join(folder, 'processes.json');
  expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject([{ name: 'fixture', pid: fixture.pid }]);
  await fixture.stop();
  expect(JSON.parse(await readFile(file, 'utf8'))).toEqual([]);
});
