import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

import { firstKinds, isLongRun } from '@larksong/service-kit/testing/random';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { identityOf } from '../src/host/process-identity.ts';
import { freePort, startPostgres, startRedis } from '../src/index.ts';
import { startProcess, type ProcessSpec, type Supervised } from '../src/processes/processes.ts';
import { answersHttp, untilHung } from '../src/processes/watchdog.ts';

const RESTART = { firstPauseMs: 20, longestPauseMs: 80, steadyMs: 60_000 };
const QUICK = { everyMs: 100, limitMs: 1000, misses: 2 };

let folder: string;
let lines: string[];
const started: Supervised[] = [];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'larksong-watchdog-'));
  lines = [];
});

afterEach(async () => {
  await Promise.all(started.splice(0).map((process) => process.stop()));
  await rm(folder, { recursive: true, force: true });
});

const watcher = {
  started: () => undefined,
  ended: () => undefined,
  say: (line: string) => void lines.push(line),
};

/** Starts a server that answers every call, and hangs for good at /spin. */
async function startServer(more: Partial<ProcessSpec> = {}) {
  const url = `http://127.0.0.1:${await freePort()}`;
  const script = `require('node:http').createServer((request, response) => {
      while (request.url === '/spin');
      response.statusCode = 503;
      response.end();
    }).listen(${new URL(url).port}, '127.0.0.1');`;
  const server = await startProcess({
    name: 'fixture',
    command: process.execPath,
    args: ['-e', script],
    cwd: folder,
    env: { PATH: process.env['PATH'] },
    isReady: () => answersHttp(url, AbortSignal.timeout(1000)),
    restart: RESTART,
    watchdog: { ...QUICK, isAlive: (signal) => answersHttp(url, signal) },
    watcher,
    ...more,
  });
  started.push(server);
  return { server, url };
}

it.each(firstKinds('KINDS', 1, ['a stopped process', 'an event loop that spins']))(
  'the watchdog kills and restarts %s',
  async (kind) => {
    const { server, url } = await startServer();
    const { pid } = server;
    if (kind === 'a stopped process') server.kill('SIGSTOP');
    else await fetch(`${url}/spin`, { signal: AbortSignal.timeout(200) }).catch(() => undefined);
    await vi.waitFor(() => expect(lines.join('\n')).toContain('fixture is running again.'), 20_000);
    expect(identityOf(pid)).toBeUndefined();
    expect(lines[0]).toMatch(/^fixture has not answered for \d+ s; killing it\.$/);
    expect(await answersHttp(url, AbortSignal.timeout(5000))).toBe(true);
  },
);

it.runIf(isLongRun)('the watchdog kills a process that hangs again a second time', async () => {
  const { server } = await startServer();
  for (const restarts of [1, 2]) {
    server.kill('SIGSTOP');
    await vi.waitFor(() => {
      expect(lines.filter((line) => line.includes('running again'))).toHaveLength(restarts);
    }, 20_000);
  }
});

it('the watchdog leaves alone a process that answers with errors, and one that is stopping', async () => {
  const { server } = await startServer({ stopTimeoutMs: 500 });
  const { pid } = server;
  await pause(10 * QUICK.everyMs); // the time itself is what is tested: ten rounds of refusals
  expect([server.pid, lines]).toEqual([pid, []]);
  server.kill('SIGSTOP');
  await server.stop();
  expect(lines).toEqual([]);
});

it('the watchdog does not count a round in which its own process was held up', async () => {
  let rounds = 0;
  const ending = new AbortController();
  const isAlive = async () => {
    rounds += 1;
    const until = performance.now() + 30;
    while (performance.now() < until); // as if this process were paused in the middle of its check
    if (rounds === 5) ending.abort();
    return false;
  };
  const watching = untilHung({ everyMs: 1, limitMs: 10, misses: 2, isAlive }, ending.signal);
  expect(await watching).toBeUndefined();
  expect(rounds).toBe(5);
});

it('a start may exceed its time limit while it still writes to its log', async () => {
  const script = `setInterval(() => console.log('migrating'), 100);
    setTimeout(() => require('node:fs').writeFileSync('ready', 'yes'), 1500);`;
  const slow = await startProcess({
    name: 'slow',
    command: process.execPath,
    args: ['-e', script],
    cwd: folder,
    env: { PATH: process.env['PATH'] },
    readyTimeoutMs: 1000,
    isReady: async () => (await readFile(join(folder, 'ready'), 'utf8')) === 'yes',
  });
  started.push(slow);
  expect(slow.log.text()).toContain('migrating');
});

it('a hung Postgres and a hung Redis are restarted with their data', async () => {
  const supervision = { restart: RESTART, watcher, rounds: QUICK };
  const [postgres, redis] = await Promise.all([
    startPostgres({ dataDir: join(folder, 'postgres'), fsync: false, supervision }),
    startRedis({ dataDir: join(folder, 'redis'), supervision }),
  ]);
  started.push(postgres.process, redis.process);
  await postgres.createDatabase('songs');
  postgres.process.kill('SIGSTOP');
  redis.process.kill('SIGSTOP');
  await vi.waitFor(() => {
    expect(lines).toContain('postgres is running again.');
    expect(lines).toContain('redis is running again.');
  }, 40_000);
  await postgres.createDatabase('songs'); // finds it
});
