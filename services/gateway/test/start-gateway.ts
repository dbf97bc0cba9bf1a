import { once } from 'node:events';
import {
  createServer,
  request,
  type Agent,
  type ClientRequest,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import { connect, type AddressInfo } from 'node:net';

import { auth, catalog } from '@larksong/contracts';
import type { Logger } from '@larksong/service-kit';
import { createTestLogger, testRedisUrl } from '@larksong/service-kit/testing';
import type { Registry } from 'prom-client';
import { afterEach, beforeEach } from 'vitest';

import { readConfig } from '../src/config.ts';
import { createService, type Replacements } from '../src/service.ts';

/** An address without a Redis server. */
export const REDIS_AWAY = 'redis://127.0.0.1:9';

export const INTERNAL_TOKEN = 'a7c1e93fb2d84605a7c1e93fb2d84605';

export type Handler = (request: IncomingMessage, response: ServerResponse) => void;

export interface Upstream {
  origin: string;
  port: number;
  /** All requests received, in order, except those for auth's public keys, the announcement and the access of visitors. */
  requests: IncomingMessage[];
  /** Sets the handler of further requests. */
  handle: (handler: Handler) => void;
  /** Sets what visitors may use, as catalog says it to the gateway; undefined: it does not answer. */
  admit: (access: catalog.SiteAccess | undefined) => void;
  /** Sets the announcement of the site, as auth says it to the gateway. */
  announce: (announcement: auth.Announcement | null) => void;
  stop: () => Promise<void>;
}

/** What a service says to the gateway itself. */
interface Said {
  announcement: auth.Announcement | null;
  access: catalog.SiteAccess | undefined;
}

/** Answers a call of the gateway itself; returns false for all others. */
function answerGateway({ url }: IncomingMessage, response: ServerResponse, said: Said): boolean {
  const answer = (data: object) => {
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ success: true, data }));
  };
  if (url === '/.well-known/jwks.json') response.end('{"keys":[]}'); // requested by the gateway itself at its start
  else if (url === auth.getAnnouncement.path) answer({ announcement: said.announcement }); // before calls that change something
  else if (url !== catalog.getSiteAccess.path) return false;
  else if (said.access === undefined) response.destroy();
  else answer({ access: said.access });
  return true;
}

const answerOk: Handler = (request, response) => {
  request.resume();
  response.writeHead(200, { 'content-type': 'application/json' }).end('{"ok":true}');
};

/** Starts a service behind the gateway. It responds with `{ "ok": true }` until another handler is set. */
export async function startUpstream(): Promise<Upstream> {
  const requests: IncomingMessage[] = [];
  let handler = answerOk;
  const said: Said = { announcement: null, access: { visitors: 'everybody', game: 'everybody' } };
  const server = createServer((request, response) => {
    if (answerGateway(request, response, said)) return;
    requests.push(request);
    handler(request, response);
  });
  const port = await listen(server);
  return {
    origin: `http://127.0.0.1:${port}`,
    port,
    requests,
    handle: (next) => {
      handler = next;
      requests.length = 0;
    },
    admit: (next) => {
      said.access = next;
    },
    announce: (next) => {
      said.announcement = next;
    },
    async stop() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

async function listen(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port; // it listens on a port
}

export interface RunningGateway {
  baseUrl: string;
  port: number;
  server: Server;
  metrics: Registry;
  stop: () => Promise<void>;
}

/** Starts a gateway on a real port; services that are not passed have an address without a listener. */
export async function startGateway(
  settings: Record<string, string | undefined> = {},
  deps: Replacements & { logger?: Logger } = {},
): Promise<RunningGateway> {
  const { service, baseUrl } = await startService(settings, deps);
  return {
    baseUrl,
    port: Number(new URL(baseUrl).port),
    server: service.app.server,
    metrics: service.metrics.registry,
    async stop() {
      service.app.server.closeAllConnections();
      await service.stop();
    },
  };
}

/** Starts a gateway whose stop is the service's own, which waits for connections. */
export async function startService(
  settings: Record<string, string | undefined> = {},
  deps: Replacements & { logger?: Logger } = {},
) {
  const nobody = 'http://127.0.0.1:9';
  const logger = deps.logger ?? createTestLogger();
  const config = readConfig({
    PORT: '0',
    INTERNAL_TOKEN,
    AUTH_URL: nobody,
    CATALOG_URL: nobody,
    GAME_URL: nobody,
    REDIS_URL: testRedisUrl(2),
    RATE_LIMIT_PER_MINUTE: '1000000',
    ...settings,
  });
  const service = await createService(config, logger, deps);
  const { app, redis } = service;
  if (settings['REDIS_URL'] !== REDIS_AWAY && redis.status !== 'ready') await once(redis, 'ready');
  await service.start();
  return { service, baseUrl: await app.listen({ host: '127.0.0.1', port: 0 }) };
}

/** Sends raw bytes and returns everything received until the connection ends. */
export async function sendRaw(port: number, bytes: string): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  let answer = '';
  socket.on('data', (chunk: Buffer) => {
    answer += chunk.toString('latin1');
  });
  socket.on('error', () => {});
  socket.write(Buffer.from(bytes, 'latin1'));
  await once(socket, 'close');
  return answer;
}

/** Sends a request with an unmodified request target. */
export async function sendTarget(port: number, target: string): Promise<{ status: number; body: string }> {
  const answer = await sendRaw(port, `GET ${target} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`);
  return { status: Number(answer.slice(9, 12)), body: answer.slice(answer.indexOf('\r\n\r\n') + 4) };
}

/** Sets up a catalog for each test of a file, and a gateway before it once the test calls `start`. */
export function useGateway() {
  let catalog: Upstream | undefined;
  let gateway: RunningGateway | undefined;
  beforeEach(async () => {
    catalog = await startUpstream();
  });
  afterEach(async () => {
    await gateway?.stop();
    await catalog?.stop();
    gateway = undefined;
  });
  const running = <T>(thing: T | undefined): T => {
    if (!thing) throw new Error('not started');
    return thing;
  };
  return {
    catalog: () => running(catalog),
    gateway: () => running(gateway),
    start: async (
      timeouts: Replacements['timeouts'] = {},
      origin = running(catalog).origin,
    ): Promise<void> => {
      gateway = await startGateway({ CATALOG_URL: origin, AUTH_URL: origin }, { timeouts });
    },
    startWith: async (
      settings: Record<string, string>,
      deps: Parameters<typeof startGateway>[1] = {},
    ): Promise<void> => {
      const { origin } = running(catalog);
      gateway = await startGateway({ CATALOG_URL: origin, AUTH_URL: origin, ...settings }, deps);
    },
    /** Starts a POST whose body is still to be written, on its own connection unless an agent is passed. */
    post: (path: string, headers: Record<string, string> = {}, agent?: Agent): ClientRequest =>
      request(running(gateway).baseUrl + path, { method: 'POST', headers, agent: agent ?? false }),
  };
}

export async function answerOf(sent: ClientRequest): Promise<{ status: number; body: string }> {
  const [response] = (await once(sent, 'response')) as [IncomingMessage]; // the event's own argument
  let body = '';
  for await (const part of response.setEncoding('utf8')) body += part;
  return { status: response.statusCode ?? 0, body };
}
