import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

import { startPostgres, startRedis, type Postgres, type Stack } from '@larksong/local';
import { startProxy, type Proxy } from '@larksong/service-kit/testing';
import { faultLine } from '@larksong/service-kit/testing/faults';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { createMember, type Account } from '../support/accounts.ts';
import { startSite } from '../support/start-site.ts';

const line = faultLine(5);
/** Deadline for a request to fail. */
const FAIL_MS = 3000;
/** Tolerance for a busy machine. */
const SLACK_MS = 1500;
const HEAL_MS = 20_000;
const SILENCE_MS = 40_000;

let folder: string;
let postgres: Postgres;
let stopRedis: () => Promise<unknown>;
let proxies: { postgres: Proxy; redis: Proxy };
let site: Stack;
let member: Account;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'larksong-silent-'));
  postgres = await startPostgres({ dataDir: join(folder, 'postgres'), fsync: false });
  const redis = await startRedis({ dataDir: join(folder, 'redis') });
  stopRedis = () => redis.stop();
  proxies = { postgres: await startProxy(postgres.url('auth')), redis: await startProxy(redis.url) };
  const env: Record<string, Record<string, string>> = { all: { REDIS_URL: proxies.redis.url } };
  for (const name of ['auth', 'catalog', 'game']) {
    await postgres.createDatabase(name);
    env[name] = { DATABASE_URL: proxies.postgres.url.replace(/auth$/, name) };
  }
  site = await startSite({ env, workers: 1 });
  member = await createMember(site.url);
});
afterAll(async () => {
  await site.stop();
  await Promise.all([proxies.postgres.stop(), proxies.redis.stop()]);
  await Promise.all([postgres.stop(), stopRedis()]);
  await rm(folder, { recursive: true, force: true });
});

interface Answer {
  name: string;
  status: number;
  code: string | undefined;
  ms: number;
  atMs: number;
}

/** Makes one call per service and kind, all at once. */
async function callAll(since: number): Promise<Answer[]> {
  const authorization = `Bearer ${member.accessToken}`;
  const calls: [string, string, RequestInit][] = [
    ['videos of a visitor', '/api/videos', {}],
    ['videos of a member', '/api/videos', { headers: { authorization } }],
    ['letters', '/api/game/categories', {}],
    ['profile', '/api/auth/profile', { headers: { authorization } }],
  ];
  return Promise.all(
    calls.map(async ([name, path, init]) => {
      const startedAt = performance.now();
      const response = await fetch(site.url + path, init);
      const { code } = (await response.json()) as { code?: string };
      const now = performance.now();
      const ms = Math.round(now - startedAt);
      return { name, status: response.status, code, ms, atMs: Math.round(now - since) };
    }),
  );
}

/** Makes calls twice a second for `forMs`, and then until every call of a round succeeds. */
async function callUntilHealed(forMs: number): Promise<{ answers: Answer[]; healedMs: number }> {
  const since = performance.now();
  const rounds: Promise<Answer[]>[] = [];
  let healedMs: number | undefined;
  while (healedMs === undefined || performance.now() - since < forMs) {
    const round = callAll(since);
    rounds.push(round);
    void round.then((answers) => {
      if (performance.now() - since < forMs) return;
      if (answers.every(({ status }) => status === 200)) healedMs ??= performance.now() - since - forMs;
    });
    await pause(500);
    if (performance.now() - since > forMs + 2 * HEAL_MS) break;
  }
  return { answers: (await Promise.all(rounds)).flat(), healedMs: Math.round(healedMs ?? Infinity) };
}

function report(what: string, { answers, healedMs }: { answers: Answer[]; healedMs: number }): Answer[] {
  const failed = answers.filter(({ status }) => status !== 200);
  const slowest = answers.toSorted((a, b) => b.ms - a.ms)[0];
  process.stdout.write(
    `${what}: ${answers.length} calls, ${failed.length} failed, slowest ${slowest?.ms} ms (${slowest?.name}), healed after ${healedMs} ms\n`,
  );
  return failed;
}

const processIds = () => Object.values(site.services).map(({ pid }) => pid);

test.for([
  ['postgres', 'open'],
  ['postgres', 'all'],
  ['redis', 'open'],
  ['redis', 'all'],
] as const)(
  'calls fail within 3 s while %s is silent on %s connections, and recover within 20 s',
  async ([name, which]) => {
    const proxy = proxies[name];
    const before = processIds();
    await callAll(performance.now());
    if (which === 'open') proxy.swallowOpen();
    else proxy.swallow();
    const healing = callUntilHealed(which === 'open' ? 0 : SILENCE_MS);
    if (which === 'all') {
      await pause(SILENCE_MS);
      proxy.heal();
    }
    const outcome = await healing;
    const failed = report(`${name}, ${which} connections swallowed`, outcome);
    const unclear = failed.filter(({ status, code }) => status !== 503 || code === undefined);
    const slowestMs = Math.max(...outcome.answers.map(({ ms }) => ms));
    line.prove(`${name}, ${which} connections swallowed`, {
      healed: { measured: outcome.healedMs / 1000, atMost: HEAL_MS / 1000, unit: 's' },
      'slowest answer': { measured: slowestMs / 1000, atMost: (FAIL_MS + SLACK_MS) / 1000, unit: 's' },
      'unclear answers': { measured: unclear.length, atMost: 0 },
      ...(name === 'redis' ? { 'failed calls': { measured: failed.length, atMost: 0 } } : {}),
    });
    expect(processIds()).toEqual(before);
  },
);
