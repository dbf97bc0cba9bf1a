import { createServer, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

import type { auth } from '@larksong/contracts';

export interface Request {
  /** The bearer token, or null. */
  bearer: string | null;
  query: Record<string, string>;
  /** What the JSON says; of a body of another kind its bytes as they came. */
  body: unknown;
  headers: IncomingHttpHeaders;
}

/** A status with an envelope, or `drop` for a connection that ends without an answer. */
export type Reply = { status: number; body: unknown; headers?: Record<string, string> } | 'drop';
type Handler = (request: Request) => Reply | Promise<Reply>;

/** A real HTTP server in the place of the site's services, at the page's own origin. */
export interface TestSite extends AsyncDisposable {
  /** `GET /api/auth/profile`, in the order in which they came. */
  calls: string[];
  /** Answers a call such as `GET /api/auth/profile` from now on. */
  on: (call: string, handler: Handler) => void;
  /** How often a call came. */
  count: (call: string) => number;
}

/** Starts the server and moves the page to its origin, with empty storage. */
export async function startSite(): Promise<TestSite> {
  const handlers = new Map<string, Handler>();
  const calls: string[] = [];
  const server = createServer((request, response) => {
    void (async () => {
      const { pathname, searchParams } = new URL(request.url ?? '/', 'http://site');
      const call = `${request.method} ${pathname}`;
      const query = Object.fromEntries(searchParams);
      const body = await readBody(request);
      calls.push(call);
      const { headers } = request;
      const bearer = headers.authorization?.replace(/^Bearer /, '') ?? null;
      const reply =
        (await handlers.get(call)?.({ bearer, query, body, headers })) ??
        failure(404, 'NOT_FOUND', 'Not found');
      if (reply === 'drop') return request.socket.destroy();
      response.writeHead(reply.status, { 'content-type': 'application/json', ...reply.headers });
      return response.end(JSON.stringify(reply.body));
    })().catch((error: unknown) => {
      // The page was closed while it was still sending.
      if (!request.destroyed) throw error;
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo; // listening on TCP
  moveTo(`http://127.0.0.1:${port}/`);
  return {
    calls,
    on: (call, handler) => handlers.set(call, handler),
    count: (call) => calls.filter((other) => other === call).length,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
}

/** Goes to an address of another origin, which only the test browser allows. */
function moveTo(url: string): void {
  const { happyDOM } = window as unknown as { happyDOM: { setURL: (url: string) => void } }; // see vitest.config.ts
  happyDOM.setURL(url);
  localStorage.clear();
}

async function readBody(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer); // no encoding was set
  const bytes = Buffer.concat(chunks);
  if (bytes.length === 0) return undefined;
  const isJson = request.headers['content-type']?.startsWith('application/json') ?? true;
  return isJson ? JSON.parse(bytes.toString()) : bytes;
}

export function success(data?: unknown, status = 200): Reply {
  return { status, body: { success: true, ...(data === undefined ? {} : { data }) } };
}

/** A success whose sentence is the server's. */
export function said(message: string, data?: unknown): Reply {
  return { status: 200, body: { success: true, message, ...(data === undefined ? {} : { data }) } };
}

export function failure(status: number, code: string, message: string): Reply {
  return { status, body: { success: false, code, message, requestId: 'test' } };
}

export const MIRA: auth.User = {
  id: '0198f3c2-7a1e-7d40-b1c9-5e2f6a90d8e1',
  username: 'mira',
  displayName: null,
  email: 'mira@maple-street.example',
  emailVerified: true,
  role: 'user',
  createdAt: '2026-09-04T10:00:00.000Z',
};
export const OLIVE: auth.User = {
  ...MIRA,
  id: '0198f3c2-7a1e-7d40-b1c9-5e2f6a90d8e2',
  username: 'olive',
  displayName: 'Olive Tanaka',
  email: 'olive@maple-street.example',
  role: 'superadmin',
};

let serial = 0;

/** Tokens as auth makes them, but unsigned: the client never checks a signature. */
export function tokensOf(user: auth.User, secondsLeft = 600): auth.Tokens {
  serial += 1;
  const claims = { sub: user.id, exp: Math.floor(Date.now() / 1000) + secondsLeft, serial };
  const accessToken = `e30.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.x`;
  return { accessToken, refreshToken: `refresh-${serial}` };
}

export function storeTokens(tokens: auth.Tokens): void {
  localStorage.setItem('auth.tokens', JSON.stringify(tokens));
}

export function storedTokens(): unknown {
  return JSON.parse(localStorage.getItem('auth.tokens') ?? 'null');
}
