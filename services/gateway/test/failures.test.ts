import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

import { createRecordingLogger, startStopwatch } from '@larksong/service-kit/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import {
  sendRaw,
  startGateway,
  startService,
  startUpstream,
  type RunningGateway,
  type Upstream,
} from './start-gateway.ts';

let catalog: Upstream;
let game: Upstream;
let gateway: RunningGateway;
const { logger, lines } = createRecordingLogger('gateway');

beforeAll(async () => {
  [catalog, game] = await Promise.all([startUpstream(), startUpstream()]);
  gateway = await startGateway({ CATALOG_URL: catalog.origin, GAME_URL: game.origin }, { logger });
});
afterAll(async () => {
  await gateway?.stop();
  await Promise.all([catalog, game].map((upstream) => upstream?.stop()));
});

const call = (path: string, init?: RequestInit) => fetch(gateway.baseUrl + path, init);

async function codeOf(response: Response): Promise<unknown> {
  const body = (await response.json()) as { code?: unknown }; // any object can be read so
  return body.code;
}

describe('failing services', () => {
  test('a 503 of a service is forwarded after a single call', async () => {
    for (const method of ['GET', 'POST']) {
      catalog.handle((request, response) => {
        request.resume();
        response.writeHead(503, { 'retry-after': '7' }).end('{"own":"answer"}');
      });
      const response = await call('/api/videos', { method });
      expect([response.status, response.headers.get('retry-after')]).toEqual([503, '7']);
      expect(await response.json()).toEqual({ own: 'answer' });
      expect(catalog.requests).toHaveLength(1);
    }
  });

  test('a service that breaks a new connection is called once and causes a 503', async () => {
    catalog.handle((request) => request.socket.destroy());
    const other = await startGateway({ CATALOG_URL: catalog.origin });
    try {
      const response = await fetch(`${other.baseUrl}/api/videos`);
      expect([response.status, await codeOf(response)]).toEqual([503, 'UNAVAILABLE']);
      expect(catalog.requests).toHaveLength(1);
    } finally {
      await other.stop();
    }
  });

  test.each(['POST', 'PUT', 'DELETE'])('the connection of a %s ends once it is idle', async (method) => {
    const used = new Promise<Socket>((resolve) =>
      catalog.handle((request, response) => {
        resolve(request.socket);
        response.end('{}');
      }),
    );
    expect((await call('/api/videos', { method })).status).toBe(200);
    const socket = await used;
    if (!socket.closed) await once(socket, 'close');
  });

  const ENDS = [(socket: Socket) => socket.destroy(), (socket: Socket) => socket.resetAndDestroy()];

  test.each(['POST', 'DELETE'])(
    'a service that breaks the connection of a %s gets it once',
    async (method) => {
      for (const end of ENDS) {
        catalog.handle((request) => void end(request.socket));
        expect((await call('/api/videos', { method })).status).toBe(503);
        expect(catalog.requests).toHaveLength(1);
      }
    },
  );

  test.each(['GET', 'HEAD'])(
    'a service that closes a connection used before gets a %s twice, and the client a 200',
    async (method) => {
      for (const end of ENDS) {
        catalog.handle((_request, response) => response.end('{}'));
        await (await call('/api/videos')).text();
        const used = catalog.requests[0]?.socket;
        catalog.handle((request, response) => {
          if (request.socket === used) end(request.socket);
          else response.end('{}');
        });
        expect((await call('/api/videos', { method })).status).toBe(200);
        expect(catalog.requests).toHaveLength(2);
        expect(catalog.requests[0]?.socket).toBe(used);
      }
    },
  );

  test('a service that breaks every connection gets a GET at most twice', async () => {
    await (await call('/api/videos')).text();
    catalog.handle((request) => request.socket.destroy());
    expect((await call('/api/videos')).status).toBe(503);
    expect(catalog.requests).toHaveLength(2);
  });

  test('a service that is down causes a 503 within 2 s, and the others still respond', async () => {
    const lonely = await startGateway({ GAME_URL: game.origin });
    try {
      const elapsedMs = startStopwatch();
      const response = await fetch(`${lonely.baseUrl}/api/videos`);
      const tookMs = elapsedMs();
      expect(response.status).toBe(503);
      expect(response.headers.get('retry-after')).toBe('2');
      expect(await response.json()).toMatchObject({
        success: false,
        code: 'UNAVAILABLE',
        requestId: response.headers.get('x-request-id'),
      });
      expect(tookMs).toBeLessThan(2000);
      expect((await fetch(`${lonely.baseUrl}/Images/A/ant.png`)).status).toBe(200);
    } finally {
      await lonely.stop();
    }
  });

  test('a service that accepts but never responds is called once and causes a 504 within 6 s, and the others still respond', async () => {
    let connections = 0;
    const sockets = new Set<Socket>();
    const silent = createServer((socket) => {
      connections += 1;
      sockets.add(socket.resume());
    });
    silent.listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const { port } = silent.address() as AddressInfo; // it listens on a port
    const stuck = await startGateway({
      CATALOG_URL: `http://127.0.0.1:${port}`,
      GAME_URL: game.origin,
    });
    try {
      const startedAt = performance.now();
      const elapsedMs = startStopwatch();
      const late = fetch(`${stuck.baseUrl}/api/videos`);
      const other = await fetch(`${stuck.baseUrl}/Images/A/ant.png`);
      expect(other.status).toBe(200);
      expect(elapsedMs()).toBeLessThan(1000);
      const response = await late;
      expect([response.status, await codeOf(response)]).toEqual([504, 'GATEWAY_TIMEOUT']);
      expect(performance.now() - startedAt).toBeGreaterThan(4500);
      expect(elapsedMs()).toBeLessThan(6000);
      expect(connections).toBe(1);
    } finally {
      await stuck.stop();
      for (const socket of sockets) socket.destroy();
      silent.close();
    }
  });

  test('a service that does not speak HTTP causes a 502', async () => {
    const nonsense = createServer((socket) => socket.end('SSH-2.0-OpenSSH\r\n\r\n'));
    nonsense.listen(0, '127.0.0.1');
    await once(nonsense, 'listening');
    const { port } = nonsense.address() as AddressInfo; // it listens on a port
    const confused = await startGateway({ CATALOG_URL: `http://127.0.0.1:${port}` });
    try {
      const response = await fetch(`${confused.baseUrl}/api/videos`);
      expect([response.status, await codeOf(response)]).toEqual([502, 'BAD_GATEWAY']);
    } finally {
      await confused.stop();
      nonsense.close();
    }
  });

  test('a response that breaks off in the middle breaks off for the client too', async () => {
    catalog.handle((_request, response) => {
      response.writeHead(200, { 'content-length': '1000' });
      response.write('half', () => response.destroy());
    });
    const response = await call('/hls/1/seg.m4s');
    expect(response.status).toBe(200);
    await expect(response.text()).rejects.toThrow('terminated');
  });

  test('a response that stalls in the middle is aborted', async () => {
    const impatient = await startGateway(
      { CATALOG_URL: catalog.origin },
      { timeouts: { answerStallMs: 300 } },
    );
    try {
      catalog.handle((_request, response) => {
        response.writeHead(200, { 'content-length': '1000' });
        response.write('half');
      });
      const response = await fetch(`${impatient.baseUrl}/hls/1/seg.m4s`);
      await expect(response.text()).rejects.toThrow('terminated');
    } finally {
      await impatient.stop();
    }
  });
});

describe('disconnecting clients', () => {
  test('a client that disconnects before the response cancels its request', async () => {
    const came = Promise.withResolvers<void>();
    const ended = Promise.withResolvers<void>();
    catalog.handle((_request, response) => {
      came.resolve();
      response.once('close', () => ended.resolve());
    });
    const client = new AbortController();
    const answer = call('/api/videos', { signal: client.signal });
    await came.promise;
    const logged = lines.length;
    client.abort();
    await expect(answer).rejects.toThrow('This operation was aborted');
    await ended.promise;
    await expect.poll(() => lines.slice(logged).join('')).toContain('the client disconnected');
    expect(lines.slice(logged).filter((line) => line.includes('"level":50'))).toEqual([]);
  });

  test('a client that disconnects in the middle of the response ends it at the service', async () => {
    const ended = Promise.withResolvers<void>();
    catalog.handle((_request, response) => {
      response.writeHead(200, { 'content-length': '1000' });
      response.write('half');
      response.once('close', () => ended.resolve());
    });
    const client = new AbortController();
    const response = await call('/hls/1/seg.m4s', { signal: client.signal });
    client.abort();
    await ended.promise;
    await expect(response.text()).rejects.toThrow('This operation was aborted');
  });
});

describe('faults of clients', () => {
  const head = (path: string) => `POST ${path} HTTP/1.1\r\nhost: x\r\ncontent-length: 100\r\n\r\n{"a"`;
  const drop = (target: RunningGateway, bytes: string) => {
    const socket = connect(target.port, '127.0.0.1');
    socket.on('error', () => {});
    socket.write(bytes, () => setTimeout(() => socket.destroy(), 50));
  };

  test.each([
    ['a call that stalls', '/api/auth/login', 'stall'],
    ['an upload that stalls', '/api/admin/videos/upload', 'stall'],
    ['a call that is interrupted', '/api/auth/login', 'drop'],
    ['an upload that is interrupted', '/api/admin/videos/upload', 'drop'],
  ])('%s is logged as one line without a stack and not as an error', async (_what, path, how) => {
    const own = createRecordingLogger('gateway');
    catalog.handle((request) => request.on('error', () => {}).resume());
    const strict = await startGateway(
      { CATALOG_URL: catalog.origin, AUTH_URL: catalog.origin },
      { logger: own.logger, timeouts: { bodyMs: how === 'stall' ? 300 : 30_000 } },
    );
    try {
      if (how === 'stall') await sendRaw(strict.port, head(path));
      else drop(strict, head(path));
      await expect.poll(() => own.lines.join('')).toContain('the client disconnected');
      const shown = own.lines.filter((line) => /"level":[3-6]0.*"reqId"/.test(line));
      expect(shown.filter((line) => /"level":[456]0|"stack"/.test(line))).toEqual([]);
      expect(shown.map((line) => (JSON.parse(line) as { msg: string }).msg)).toEqual(
        how === 'stall' ? ['connection closed because the request body stalled'] : [],
      );
    } finally {
      await strict.stop();
    }
  });

  test('a client that disconnects in the middle of a response is not logged as an error', async () => {
    const logged = lines.length;
    const ended = Promise.withResolvers<void>();
    catalog.handle((_request, response) => {
      response.writeHead(200, { 'content-length': '1000' }).write('half');
      response.once('close', () => ended.resolve());
    });
    drop(gateway, 'GET /hls/1/seg.m4s HTTP/1.1\r\nhost: x\r\n\r\n');
    await ended.promise;
    expect(lines.slice(logged).filter((line) => /"level":[456]0/.test(line))).toEqual([]);
  });
});

test('a gateway with DRAIN_SECONDS that is told to stop serves requests until the balancer has noticed', async () => {
  catalog.handle((_request, response) => response.end('{}'));
  const draining = await startService({ CATALOG_URL: catalog.origin, DRAIN_SECONDS: '0.5' });
  const ended = draining.service.stop();
  const health = await fetch(`${draining.baseUrl}/healthz`);
  expect([health.status, health.headers.get('connection')]).toEqual([503, 'close']);
  const response = await fetch(`${draining.baseUrl}/api/videos`);
  expect([response.status, response.headers.get('connection')]).toEqual([200, 'close']);
  await ended;
  await expect(fetch(`${draining.baseUrl}/healthz`)).rejects.toThrow('fetch failed');
});
