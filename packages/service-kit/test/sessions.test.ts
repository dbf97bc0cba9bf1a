import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

import type { Call } from '@larksong/contracts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { createInternalClient } from '../src/http/internal-client.ts';
import { createSessionDirectory, type SessionDirectoryOptions } from '../src/access/sessions.ts';

type Answer = (response: ServerResponse, request: IncomingMessage) => void;

const say = (active: boolean) =>
  JSON.stringify({
    success: true,
    data: { active, user: active ? { id: randomUUID(), username: 'nell', role: 'user' } : null },
  });
const living: Answer = (response) => response.end(say(true));
const over: Answer = (response) => response.end(say(false));
const silence: Answer = () => {};

let auth: Server;
let baseUrl: string;
let asked: number;
let answer: Answer;
let nowMs: number;

beforeEach(async () => {
  asked = 0;
  nowMs = 0;
  answer = living;
  auth = createServer((request, response) => {
    asked += 1;
    answer(response, request);
  });
  await new Promise<void>((resolve) => auth.listen(0, '127.0.0.1', resolve));
  baseUrl = `http://127.0.0.1:${(auth.address() as AddressInfo).port}`;
});
afterEach(() => {
  auth.closeAllConnections();
  auth.close();
});

const createDirectory = (options: Partial<SessionDirectoryOptions> = {}) =>
  createSessionDirectory({
    call: createInternalClient({ baseUrl, internalToken: 'internal' }),
    now: () => nowMs,
    ...options,
  });

async function timeMs(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

describe('the state of a session', () => {
  it('simultaneous lookups of a session cause one call, whose result is cached', async () => {
    const sessions = createDirectory();
    const id = randomUUID();
    await Promise.all(Array.from({ length: 50 }, () => sessions.get(id, 60)));
    expect([asked, await sessions.get(id, 60)]).toEqual([1, { active: true, role: 'user', teacher: null }]);
  });

  it('a session state is never older than requested while auth responds', async () => {
    const sessions = createDirectory();
    const id = randomUUID();
    await sessions.get(id, 60);
    answer = over;
    nowMs = 60_000;
    expect(await sessions.get(id, 60)).toMatchObject({ active: false });
  });

  it('a session state past half of its time is refreshed in the background', async () => {
    const sessions = createDirectory();
    const id = randomUUID();
    await sessions.get(id, 60);
    answer = silence;
    nowMs = 30_000;
    expect(await timeMs(() => sessions.get(id, 60))).toBeLessThan(1000);
    await expect.poll(() => asked).toBe(2);
  });

  it('an ended session stays ended, however long ago it ended and whatever auth returns later', async () => {
    const sessions = createDirectory();
    const id = randomUUID();
    answer = over;
    await sessions.get(id, 60);
    for (const later of [living, silence, (response: ServerResponse) => response.writeHead(500).end()]) {
      answer = later;
      nowMs += 86_400_000;
      expect(await sessions.get(id, 5)).toEqual({ active: false, role: undefined });
    }
    expect(asked).toBe(1);
  });

  it('an ended session stays ended after ten thousand lookups of others', async () => {
    const gone = randomUUID();
    let isSilent = false;
    const call = (async (_endpoint: unknown, { params }: { params: { id: string } }) => {
      if (isSilent) throw new Error('silent');
      return { data: { active: params.id !== gone, user: null } };
    }) as unknown as Call; // called for sessions only
    const sessions = createDirectory({ call });
    const others = Array.from({ length: 10_001 }, () => randomUUID());
    for (const id of [gone, ...others]) await sessions.get(id, 60);
    isSilent = true;
    nowMs += 3_600_000;
    expect(await sessions.get(gone, 60)).toMatchObject({ active: false });
    expect(await sessions.get(others[0] ?? '', 60)).toBeUndefined(); // the oldest was evicted
    expect(await sessions.get(others[1] ?? '', 60)).toMatchObject({ active: true });
  });
});

it('a session state is fetched again if auth closes a connection instead of responding', async () => {
  const sessions = createDirectory();
  const id = randomUUID();
  await sessions.get(id, 60);
  answer = (response, request) => (asked === 2 ? request.socket.destroy() : over(response, request));
  nowMs = 60_000;
  expect(await sessions.get(id, 60)).toMatchObject({ active: false });
  expect(asked).toBe(3);
});

describe.each<[string, Answer, number]>([
  ['is silent', silence, 1],
  ['answers 500', (response) => response.writeHead(500).end(), 1],
  ['answers garbage', (response) => response.end('<html>'), 1],
  ['returns no session state', (response) => response.end('{"success":true,"data":{}}'), 1],
  ['hangs up', (_, request) => request.socket.destroy(), 2],
])('while auth %s', (_, bad, callsPerProbe) => {
  it('only the first lookup waits, one probe is made in three seconds, and cached states are used', async () => {
    const sessions = createDirectory();
    const [known, unknown] = [randomUUID(), randomUUID()];
    await sessions.get(known, 5);
    answer = bad;
    nowMs = 10_000;
    expect(await sessions.get(known, 5)).toEqual({
      active: true,
      role: 'user',
      teacher: null,
      isStale: true,
    });
    const before = asked;
    const ids = [known, unknown, ...Array.from({ length: 1000 }, () => randomUUID())];
    const roundMs = await timeMs(() => Promise.all(ids.map((id) => sessions.get(id, 5))));
    expect(roundMs).toBeLessThan(1500);
    expect(await sessions.get(unknown, 5)).toBeUndefined();
    await expect.poll(() => asked).toBe(before + callsPerProbe); // the first probe follows at once
    nowMs += 2900; // the directory's clock does not move meanwhile
    await Promise.all(ids.map((id) => sessions.get(id, 5)));
    expect(asked).toBe(before + callsPerProbe);
  });

  it('session states are fetched again once a probe succeeds', async () => {
    const sessions = createDirectory();
    const id = randomUUID();
    answer = bad;
    expect(await sessions.get(id, 60)).toBeUndefined();
    answer = living;
    await expect
      .poll(async () => {
        nowMs += 1000;
        return sessions.get(id, 60);
      })
      .toEqual({ active: true, role: 'user', teacher: null });
  });
});

describe('sessions that ended before auth became unavailable', () => {
  it('sessions in listEnded are treated as ended while auth does not respond', async () => {
    const [gone, other] = [randomUUID(), randomUUID()];
    const sessions = createDirectory({ listEnded: async () => [gone] });
    await sessions.get(gone, 60);
    answer = silence;
    nowMs = 61_000;
    const [first, second] = await Promise.all([sessions.get(gone, 60), sessions.get(other, 60)]);
    expect([first?.active, second]).toEqual([false, undefined]);
  });

  it('a failing listEnded leaves session states unknown', async () => {
    const listEnded = () => Promise.reject(new Error('Redis is unreachable'));
    const sessions = createDirectory({ listEnded });
    answer = silence;
    expect(await sessions.get(randomUUID(), 60)).toBeUndefined();
  });
});
