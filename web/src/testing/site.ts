import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

import { auth, catalog, game, type Endpoint, type Input } from '@larksong/contracts';

import { failure, Reply, SuccessWithMessage, type Answer } from './answers.ts';
import { VIEW_COUNT } from './videos.ts';

/** The part of a call's input with this name; `Absent` if the endpoint declares none. */
type Part<E extends Endpoint, Name extends string, Absent> = Name extends keyof Input<E>
  ? NonNullable<Input<E>[Name]>
  : Absent;

/** The path parameters of a call, as text. */
type Params<E extends Endpoint> = { [Name in keyof Part<E, 'params', object>]: string };

/** A call that the site received. */
export interface Request<E extends Endpoint> {
  /** The bearer token, or null. */
  bearer: string | null;
  params: Params<E>;
  /** As sent: every value is text. */
  query: { [Name in keyof Part<E, 'query', object>]?: string };
  /** The parsed JSON; for a form, the text of each field; for any other body, one character per byte. */
  body: Part<E, 'body', undefined>;
  /** The raw body. */
  bytes: Buffer;
  headers: IncomingHttpHeaders;
}

/** The calls of an endpoint with these parameters. */
export interface Target<E extends Endpoint> {
  endpoint: E;
  params: Partial<Params<E>>;
}

/** A site on which nothing is closed to visitors. */
const OPEN: catalog.SiteAccess = { visitors: 'everybody', game: 'everybody' };

/** Narrows an endpoint to calls with these parameters. */
export function at<E extends Endpoint>(endpoint: E, params: Partial<Params<E>>): Target<E> {
  return { endpoint, params };
}

type Handler<E extends Endpoint> = (request: Request<E>) => Answer<E> | Promise<Answer<E>>;
type FileHandler = () => string | Reply | Promise<string | Reply>;

/** A real HTTP server that replaces the site's services, at the page's own origin. */
export interface TestSite extends AsyncDisposable {
  /** Handles an endpoint. Of several matching handlers, the one added last is used. */
  on: <E extends Endpoint>(target: E | Target<E>, handler: Handler<E>) => void;
  /** Responds to the path of a picture or a sound with the text of the file. */
  onFile: (path: string, handler: FileHandler) => void;
  /** Returns the calls of an endpoint, in order of arrival. */
  calls: <E extends Endpoint>(target: E | Target<E>) => Request<E>[];
  /** Returns the bodies of these calls. */
  bodies: <E extends Endpoint>(target: E | Target<E>) => Request<E>['body'][];
  /** Returns the number of calls of an endpoint. */
  count: (target: Endpoint | Target<Endpoint>) => number;
  /** Returns the number of requests for a file. */
  countFile: (path: string) => number;
  /** Returns the operation ids of all calls, in order of arrival. */
  history: () => string[];
  /** Stops the server. Throws if it received a call without a handler. */
  [Symbol.asyncDispose]: () => Promise<void>;
}

interface Received {
  method: string;
  path: string;
  query: Record<string, string>;
  bytes: Buffer;
  body: unknown;
  headers: IncomingHttpHeaders;
  /** Null for a file, and for a call without a handler. */
  operationId: string | null;
}

interface Route {
  target: Target<Endpoint>;
  handler: Handler<Endpoint>;
}

/** Starts the server and moves the page to its origin, with empty storage. */
export async function startSite(): Promise<TestSite> {
  const routes: Route[] = [];
  const files = new Map<string, FileHandler>();
  const received: Received[] = [];
  const unanswered = new Set<string>();

  async function answer(incoming: IncomingMessage): Promise<Reply> {
    const { pathname: path, searchParams } = new URL(incoming.url ?? '/', 'http://site');
    const { method = 'GET', headers } = incoming;
    const query = Object.fromEntries(searchParams);
    const bytes = await readBytes(incoming);
    const call: Received = { method, path, query, bytes, headers, operationId: null, body: undefined };
    call.body = await readBody(call);
    const route = routes.findLast(({ target }) => toRequest(target, call) !== null);
    call.operationId = route?.target.endpoint.operationId ?? null;
    received.push(call);
    const request = route && toRequest(route.target, call);
    if (request) return toReply(route.target.endpoint, await route.handler(request));
    const file = await files.get(path)?.();
    if (file !== undefined) return typeof file === 'string' ? new Reply(200, file) : file;
    unanswered.add(`${method} ${path}`);
    return new Reply(501, { success: false, message: 'This test answers no such call.' });
  }

  const callsOf = <E extends Endpoint>(target: E | Target<E>): Request<E>[] =>
    received.flatMap((call) => toRequest(toTarget(target), call) ?? []);

  const server = createServer((request, response) => {
    answer(request)
      .then((reply) => send(reply, response))
      .catch((error: unknown) => {
        // The page was closed while sending.
        if (!request.destroyed) throw error;
      });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo; // it listens on TCP
  moveTo(`http://127.0.0.1:${port}/`);
  const site: TestSite = {
    on: (target, handler) => {
      // A handler receives only the calls of its endpoint.
      routes.push({ target: toTarget(target), handler: handler as unknown as Handler<Endpoint> });
    },
    onFile: (path, handler) => void files.set(path, handler),
    calls: callsOf,
    bodies: (target) => callsOf(target).map(({ body }) => body),
    count: (target) => callsOf(target).length,
    countFile: (path) => received.filter((call) => call.path === path).length,
    history: () => received.flatMap(({ operationId }) => operationId ?? []),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => {
        server.close(resolve);
      });
      if (unanswered.size > 0)
        throw new Error(`No handler of this test answers ${[...unanswered].join(', ')}.`);
    },
  };
  answerEverydayCalls(site);
  return site;
}

/** Handles the calls that every page makes, as a site with little activity. */
function answerEverydayCalls(site: TestSite): void {
  site.on(auth.getAuthSettings, () => ({ registration: 'open' as const }));
  site.on(auth.logout, () => {});
  site.on(auth.getAnnouncement, () => ({ announcement: null }));
  site.on(catalog.getSiteAccess, () => ({ access: OPEN }));
  site.on(catalog.getSiteAccessChoice, () => ({
    choice: { ...OPEN, links: 'nobody' as const, decided: { visitors: false, game: false } },
  }));
  site.on(catalog.listNotices, () => ({ notices: [] }));
  site.on(auth.getTold, () => ({
    recipients: { to: 'superadmins' as const, addresses: [] },
    webhook: null,
    hasMailServer: true,
    standing: [],
    tellings: [],
  }));
  site.on(catalog.listApprovals, () => ({
    videos: [],
    nextCursor: null,
    counts: { waiting: 0, sentBack: 0 },
    isOn: true,
  }));
  // As a site without comments.
  site.on(catalog.listModeration, () => failure('NOT_FOUND'));
  site.on(catalog.getCommentSettings, () => ({
    settings: { setting: 'off' as const, isChosen: true, words: [] },
  }));
  site.on(catalog.getOwnQuota, () => ({ usedBytes: 0, limitBytes: null, needsApproval: true }));
  site.on(catalog.listTagValues, () => ({ values: [] }));
  site.on(catalog.listChips, () => ({ chips: [] }));
  site.on(catalog.listSongLists, () => ({ own: [], site: [], containing: [] }));
  site.on(catalog.listNestFlags, () => ({ flags: [] }));
  for (const list of [catalog.listSuggestions, catalog.listGuestSuggestions])
    site.on(list, () => ({ isOpen: false, mayDecide: false, suggestions: [] }));
  site.on(game.listCategories, () => ({ categories: [], grids: ['2x2' as const] }));
  site.on(catalog.listRelatedVideos, () => ({ videos: [] }));
  site.on(catalog.recordView, () => ({ viewCount: VIEW_COUNT }));
}

function toTarget<E extends Endpoint>(target: E | Target<E>): Target<E> {
  return 'endpoint' in target ? target : { endpoint: target, params: {} };
}

/** Returns the request as a call of the target, or null if it is another call. */
function toRequest<E extends Endpoint>(target: Target<E>, call: Received): Request<E> | null {
  const params = call.method === target.endpoint.method ? findParams(target.endpoint.path, call.path) : null;
  const wanted = Object.entries<string | undefined>(target.params);
  if (!params || wanted.some(([name, value]) => params[name] !== value)) return null;
  const { query, body, bytes, headers } = call;
  const bearer = headers.authorization?.replace(/^Bearer /, '') ?? null;
  return { bearer, params, query, body, bytes, headers } as Request<E>; // the typed client made it
}

/** Returns the path parameters by a pattern with `:name` segments, or null if the path does not match. */
function findParams(pattern: string, path: string): Record<string, string> | null {
  const [names, values] = [pattern.split('/'), path.split('/')];
  if (names.length !== values.length) return null;
  const params: Record<string, string> = {};
  for (const [index, name] of names.entries()) {
    const value = decodeURIComponent(values[index] ?? '');
    if (name.startsWith(':')) params[name.slice(1)] = value;
    else if (name !== value) return null;
  }
  return params;
}

function toReply({ status }: Endpoint, answer: unknown): Reply {
  if (answer instanceof Reply) return answer;
  if (!(answer instanceof SuccessWithMessage)) return new Reply(status, { success: true, data: answer });
  return new Reply(status, { success: true, message: answer.message, data: answer.data });
}

function send({ status, body, headers }: Reply, response: ServerResponse): void {
  if (status === 0) return void response.destroy();
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(typeof body === 'string' ? body : JSON.stringify(body));
}

/** Navigates to another origin, which only the test browser allows. */
function moveTo(url: string): void {
  const { happyDOM } = window as unknown as { happyDOM: { setURL: (url: string) => void } }; // see vitest.config.ts
  happyDOM.setURL(url);
  localStorage.clear();
}

async function readBytes(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer); // no encoding is set
  return Buffer.concat(chunks);
}

async function readBody({ headers, bytes }: Received): Promise<unknown> {
  const type = headers['content-type'] ?? 'application/json';
  if (bytes.length === 0) return undefined;
  if (type.startsWith('application/json')) return JSON.parse(bytes.toString());
  if (!type.startsWith('multipart/form-data')) return bytes.toString('latin1');
  const form = await new Response(new Uint8Array(bytes), { headers: { 'content-type': type } }).formData();
  const fields = [...form].map(async ([name, value]) => [
    name,
    typeof value === 'string' ? value : await value.text(),
  ]);
  return Object.fromEntries(await Promise.all(fields));
}
