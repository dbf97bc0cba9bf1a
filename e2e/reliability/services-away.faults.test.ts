import { randomUUID } from 'node:crypto';

import type { Stack } from '@larksong/local';
import { faultLine } from '@larksong/service-kit/testing/faults';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { signInSuperadmin } from '../support/accounts.ts';
import { startSite } from '../support/start-site.ts';

const line = faultLine(11);
let site: Stack;
beforeAll(async () => {
  site = await startSite({ workers: 0 });
});
afterAll(() => site?.stop());

const OTHERS = ['/api/auth/settings', '/api/game/categories', '/healthz', '/'];

interface Answer {
  id: string;
  status: number;
  code: unknown;
  tookMs: number;
}

async function ask(path: string, token?: string): Promise<Answer> {
  const id = randomUUID();
  const startedAt = performance.now();
  const response = await fetch(site.url + path, {
    headers: { 'x-request-id': id, ...(token === undefined ? {} : { authorization: `Bearer ${token}` }) },
  });
  const text = await response.text();
  const tookMs = performance.now() - startedAt;
  const isJson = response.headers.get('content-type')?.startsWith('application/json') === true;
  const code = isJson ? (JSON.parse(text) as { code?: unknown }).code : undefined; // any object may be read like this
  return { id, status: response.status, code, tookMs };
}

const slowest = (answers: Answer[]) => Math.max(...answers.map(({ tookMs }) => tookMs));
const isBack = () =>
  expect.poll(async () => (await ask('/api/videos')).status, { timeout: 60_000 }).toBe(200);

/** Returns the durations of a service's answers to a request, from its log. */
function durationsAt(service: string, { id }: Answer): number[] {
  return site
    .logs(service)
    .split('\n')
    .filter((line) => line.includes(id) && line.includes('"answered"'))
    .map((line) => (JSON.parse(line) as { durationMs: number }).durationMs); // pino's log line for an answer
}

/** Returns the longest duration measured by the gateway, since this process may be slow itself under many calls. */
async function slowestAtGateway(answers: Answer[]): Promise<number> {
  const durations = () => answers.flatMap((answer) => durationsAt('gateway', answer));
  await expect.poll(() => durations().length).toBe(answers.length);
  return Math.max(...durations());
}

async function expectOthersServed(): Promise<void> {
  const answers = await Promise.all(OTHERS.map((path) => ask(path)));
  expect(answers.map(({ status }) => status)).toEqual(OTHERS.map(() => 200));
  expect(slowest(answers)).toBeLessThan(1000);
}

describe('a service', () => {
  it('a service that is down yields a 503 within 2 s, and the other services keep working', async () => {
    site.services['catalog']?.kill('SIGKILL');
    const answers = await Promise.all(Array.from({ length: 20 }, () => ask('/api/videos')));
    await expectOthersServed();
    console.log(`down: ${answers.length} answers within ${slowest(answers).toFixed(0)} ms`);
    for (const { status, code } of answers) expect([status, code]).toEqual([503, 'UNAVAILABLE']);
    await isBack();
    const called = answers.filter((answer) => durationsAt('catalog', answer).length > 0);
    line.prove('a service is down', {
      'slowest answer': { measured: slowest(answers) / 1000, atMost: 2, unit: 's' },
      'calls of the service': { measured: called.length, atMost: 0 },
    });
  });

  it('a service that hangs yields a 504 within 6 s under many calls, is called once, and the others keep working', async () => {
    site.services['catalog']?.kill('SIGSTOP');
    try {
      const asked: Promise<Answer>[] = [];
      while (asked.length < 300) {
        for (let each = 0; each < 30; each += 1) asked.push(ask('/api/videos'));
        await expectOthersServed();
      }
      const ready = await ask('/readyz');
      expect(ready.status).toBe(503);
      const answers = await Promise.all(asked);
      const slowestMs = await slowestAtGateway(answers);
      console.log(
        `hanging: ${answers.length} answers within ${slowestMs} ms, seen ${slowest(answers).toFixed(0)} ms`,
      );
      for (const { status } of answers) expect([503, 504]).toContain(status);
      expect(answers.filter(({ status }) => status === 504).length).toBeGreaterThan(0);
      site.services['catalog']?.kill('SIGCONT');
      await isBack();
      const repeated = answers.filter((answer) => durationsAt('catalog', answer).length > 1);
      line.prove('a service hangs', {
        'slowest answer': { measured: slowestMs / 1000, atMost: 6, unit: 's' },
        'repeated calls': { measured: repeated.length, atMost: 0 },
      });
    } finally {
      site.services['catalog']?.kill('SIGCONT');
    }
  });

  it('a service that answers 503 is called once, and its answer is forwarded within 2 s', async () => {
    const { accessToken } = await signInSuperadmin(site);
    site.services['auth']?.kill('SIGKILL'); // without auth, catalog rejects superadmin calls
    const asked = Array.from({ length: 20 }, () => ask('/api/admin/transcoding/status', accessToken));
    const answers = await Promise.all(asked);
    for (const { status, code } of answers) expect([status, code]).toEqual([503, 'UNAVAILABLE']);
    await slowestAtGateway(answers); // all are in its log
    await expect
      .poll(() => answers.filter((answer) => durationsAt('catalog', answer).length !== 1))
      .toEqual([]);
    const added = answers.map((answer) => {
      const [atGateway = 0] = durationsAt('gateway', answer);
      const [atCatalog = 0] = durationsAt('catalog', answer);
      return atGateway - atCatalog;
    });
    console.log(`answering 503: ${answers.length} answers, passed on within ${Math.max(...added)} ms`);
    line.prove('a service answers 503', {
      'passed on': { measured: Math.max(...added) / 1000, atMost: 2, unit: 's' },
    });
    expect((await ask('/api/videos')).status).toBe(200);
  });
});
